import { expect, test } from 'vitest'
import { fileUrl, pictureUrl } from '#app/content/media.ts'

const asset = {
  _id: 'image-abc123-2400x1350-jpg',
  url: 'http://localhost:3333/images/local/production/abc123-2400x1350.jpg',
  originalFilename: 'hero-bg-1.jpg',
  extension: 'jpg',
  width: 2400,
  height: 1350,
}

test('a picture of the local lake is relayed by the site, with its name in the address', () => {
  expect(pictureUrl({ asset }, { width: 800 })).toBe(
    '/media/images/local/production/abc123-2400x1350.jpg/hero-bg-1.jpg?w=800&auto=format',
  )
})

test('the name in the address is one that the site relays, however an editor called the file', () => {
  const named = (originalFilename: string | null) =>
    pictureUrl({ asset: { ...asset, originalFilename } }, { width: 8 })
  expect(named('Größe & Öl (2).JPG')).toContain('/abc123-2400x1350.jpg/gr-e-l-2-.jpg?')
  expect(named(null)).toContain('/abc123-2400x1350.jpg?')
})

test('a quality is asked for where one is given, and nothing for a crop that there is none of', () => {
  expect(pictureUrl({ asset, crop: null, hotspot: null }, { width: 800, quality: 33 })).toBe(
    '/media/images/local/production/abc123-2400x1350.jpg/hero-bg-1.jpg?w=800&q=33&auto=format',
  )
})

test('a drawing of the local lake is relayed as it was uploaded', () => {
  const url = 'http://localhost:3333/images/local/production/abc123-20x20.svg'
  expect(fileUrl({ ...asset, url })).toBe('/media/images/local/production/abc123-20x20.svg')
})

test('a height crops around the hotspot', () => {
  const hotspot = { x: 0.9, y: 0.5, width: 0.2, height: 0.2 }
  expect(pictureUrl({ asset, hotspot }, { width: 400, height: 400 })).toContain(
    'rect=1050%2C0%2C1350%2C1350', // a comma parts the addresses of a srcset
  )
})

test('a picture of the hosted lake comes from its CDN', () => {
  const hosted = { ...asset, url: 'https://cdn.sanity.io/images/abc/production/abc123-2400x1350.jpg' }
  expect(pictureUrl({ asset: hosted }, { width: 800 })).toMatch(
    /^https:\/\/cdn\.sanity\.io\/images\/abc\/production\//,
  )
  expect(fileUrl(hosted)).toBe(hosted.url)
})

test('a picture without its file has no address', () => {
  expect(pictureUrl({ asset: null }, { width: 800 })).toBeUndefined()
  expect(fileUrl(null)).toBeUndefined()
  for (const url of [null, 'https://elsewhere.example/a.jpg']) {
    expect(pictureUrl({ asset: { ...asset, url } }, { width: 800 })).toBeUndefined()
    expect(fileUrl({ ...asset, url })).toBeUndefined()
  }
})
