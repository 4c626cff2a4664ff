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

test('the site serves images of the local lake, with their file name', () => {
  expect(pictureUrl({ asset }, { width: 800 })).toBe(
    '/media/images/local/production/abc123-2400x1350.jpg/hero-bg-1.jpg?w=800&auto=format',
  )
})

test('the file name in the URL contains safe characters only', () => {
  const named = (originalFilename: string | null) =>
    pictureUrl({ asset: { ...asset, originalFilename } }, { width: 8 })
  expect(named('Größe & Öl (2).JPG')).toContain('/abc123-2400x1350.jpg/gr-e-l-2-.jpg?')
  expect(named(null)).toContain('/abc123-2400x1350.jpg?')
})

test('an SVG is served as uploaded', () => {
  const url = 'http://localhost:3333/images/local/production/abc123-20x20.svg'
  expect(fileUrl({ ...asset, url })).toBe('/media/images/local/production/abc123-20x20.svg')
})

test('a height crops around the hotspot', () => {
  const hotspot = { x: 0.9, y: 0.5, width: 0.2, height: 0.2 }
  expect(pictureUrl({ asset, hotspot }, { width: 400, height: 400 })).toContain(
    'rect=1050%2C0%2C1350%2C1350', // commas separate the URLs of a srcset
  )
})

test('images of the hosted lake come from its CDN', () => {
  const hosted = { ...asset, url: 'https://cdn.sanity.io/images/abc/production/abc123-2400x1350.jpg' }
  expect(pictureUrl({ asset: hosted }, { width: 800 })).toMatch(
    /^https:\/\/cdn\.sanity\.io\/images\/abc\/production\//,
  )
  expect(fileUrl(hosted)).toBe(hosted.url)
})

test('an image without a file has no URL', () => {
  expect(pictureUrl({ asset: null }, { width: 800 })).toBeUndefined()
  expect(fileUrl(null)).toBeUndefined()
  for (const url of [null, 'https://elsewhere.example/a.jpg']) {
    expect(pictureUrl({ asset: { ...asset, url } }, { width: 800 })).toBeUndefined()
    expect(fileUrl({ ...asset, url })).toBeUndefined()
  }
})
