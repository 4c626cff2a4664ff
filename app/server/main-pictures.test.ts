import { expect, test, vi } from 'vitest'
import { preparePictures } from '#app/server/main-pictures.ts'
import type { MediaRelay } from '#app/server/media.ts'
import { Page } from '#app/server/page.ts'
import { representation } from '#app/server/representation.ts'

const FILE = `/media/images/local/production/${'a'.repeat(40)}-2400x1350.jpg/house.jpg`

/** A document with `head`, or what looks like one. */
const pageWith = (head: string, type = 'text/html; charset=utf-8') =>
  Page.of(
    {
      status: 200,
      headers: new Headers({ 'Content-Type': type }),
      body: Buffer.from(`<!doctype html><html><head>${head}</head><body>…</body></html>`),
      readings: [],
    },
    { plan: null, readAt: 0 },
  )

/** Addresses of which a relay makes pictures, for pages that settle together. */
async function madeFor(...pages: Promise<Page>[]): Promise<string[]> {
  const made: string[] = []
  let inWork = 0
  const media: MediaRelay = async ({ method, headers }, path, query) => {
    expect({ method, accept: headers.accept, inWork }).toEqual({
      method: 'GET',
      accept: 'image/avif',
      inWork: 0,
    })
    inWork++
    await new Promise((resolve) => setImmediate(resolve))
    inWork--
    made.push(`${path}?${query}`)
    return representation({ status: 502, headers: {}, body: Buffer.from('') })
  }
  const settled = await Promise.all(pages)
  await Promise.all(settled.map(preparePictures(media)))
  return made
}

const preloading = (file: string) =>
  `<link rel="preload" as="image" fetchPriority="high" imageSrcSet="${file}?rect=0,0,900,1350&amp;w=640&amp;auto=format 640w, ${file}?w=800&amp;auto=format 800w" imageSizes="100vw"/>`

test('what a page preloads of its pictures is made in all its widths, one after the other, also where one fails', async () => {
  expect(await madeFor(pageWith(preloading(FILE)))).toEqual([
    `${FILE}?rect=0,0,900,1350&w=640&auto=format`,
    `${FILE}?w=800&auto=format`,
  ])
})

test('so it is for several pages, each picture once', async () => {
  const other = FILE.replace('house', 'garden')
  const made = await madeFor(...[FILE, other, FILE].map((file) => pageWith(preloading(file))))
  expect(made.sort()).toEqual(
    [FILE, other]
      .flatMap((file) => [`${file}?rect=0,0,900,1350&w=640&auto=format`, `${file}?w=800&auto=format`])
      .sort(),
  )
})

test('what is no document is not looked into', async () => {
  const data = await pageWith(preloading(FILE), 'text/x-script; charset=utf-8')
  const unpacked = vi.spyOn(data, 'in')
  expect(await madeFor(Promise.resolve(data))).toEqual([])
  expect(unpacked).not.toHaveBeenCalled()
})

test('pictures of another server and fonts are left alone', async () => {
  expect(
    await madeFor(
      pageWith(
        '<link rel="preload" as="image" imageSrcSet="https://cdn.sanity.io/images/p/d/x.jpg?w=640 640w"/><link rel="preload" as="font" href="/media/a.woff2"/><link rel="preload" as="image" href="/media/b.svg"/>',
      ),
    ),
  ).toEqual([])
})

test('where one can’t even be asked for, those of the next page are made all the same', async () => {
  const made: string[] = []
  const media: MediaRelay = async (_request, path) => {
    made.push(path)
    if (made.length === 1) throw new Error('no room')
    return representation({ status: 502, headers: {}, body: Buffer.from('') })
  }
  const prepare = preparePictures(media)
  const page = await pageWith(preloading(FILE))
  await expect(prepare(page)).rejects.toThrow('no room')
  await prepare(page)
  expect(made).toEqual([FILE, FILE, FILE])
})

test('after a page without a picture those of the next one are made all the same', async () => {
  const made: string[] = []
  const media: MediaRelay = async (_request, path) => {
    made.push(path)
    return representation({ status: 502, headers: {}, body: Buffer.from('') })
  }
  const prepare = preparePictures(media)
  await prepare(await pageWith(''))
  await prepare(await pageWith(preloading(FILE)))
  expect(made).toEqual([FILE, FILE])
})
