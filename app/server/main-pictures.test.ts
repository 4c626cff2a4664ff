import { expect, test } from 'vitest'
import { preparePictures } from '#app/server/main-pictures.ts'
import type { MediaRelay } from '#app/server/media.ts'
import { Page } from '#app/server/page.ts'
import { representation } from '#app/server/representation.ts'

const FILE = `/media/images/local/production/${'a'.repeat(40)}-2400x1350.jpg/house.jpg`

/** Addresses of which a relay makes pictures, for a page with `head`. */
async function madeFor(head: string): Promise<string[]> {
  const made: string[] = []
  let inWork = 0
  const media: MediaRelay = async ({ method, headers }, path, query) => {
    expect({ method, accept: headers.accept, inWork }).toEqual({
      method: 'GET',
      accept: 'image/avif',
      inWork: 0,
    })
    inWork++
    await null
    inWork--
    made.push(`${path}?${query}`)
    return representation({ status: 502, headers: {}, body: Buffer.from('') })
  }
  const body = Buffer.from(`<!doctype html><html><head>${head}</head><body>…</body></html>`)
  const page = await Page.of(
    { status: 200, headers: new Headers(), body, readings: [] },
    { plan: null, cdnSeconds: 10, readAt: 0 },
  )
  await preparePictures(media)(page)
  return made
}

test('what a page preloads of its pictures is made in all its widths, one after the other, also where one fails', async () => {
  const head = `<link rel="preload" as="image" fetchPriority="high" imageSrcSet="${FILE}?rect=0,0,900,1350&amp;w=640&amp;auto=format 640w, ${FILE}?w=800&amp;auto=format 800w" imageSizes="100vw"/>`
  expect(await madeFor(head)).toEqual([
    `${FILE}?rect=0,0,900,1350&w=640&auto=format`,
    `${FILE}?w=800&auto=format`,
  ])
})

test('pictures of another server, fonts, and data are left alone', async () => {
  expect(
    await madeFor(
      '<link rel="preload" as="image" imageSrcSet="https://cdn.sanity.io/images/p/d/x.jpg?w=640 640w"/><link rel="preload" as="font" href="/media/a.woff2"/><link rel="preload" as="image" href="/media/b.svg"/>',
    ),
  ).toEqual([])
})
