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

test('a height crops around the hotspot', () => {
  const hotspot = { x: 0.9, y: 0.5, width: 0.2, height: 0.2 }
  expect(pictureUrl({ asset, hotspot }, { width: 400, height: 400 })).toContain('rect=1050,0,1350,1350')
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
})
