import type { MediaRelay } from '#app/server/media.ts'
import type { Page } from '#app/server/page.ts'

/** In what most browsers take, and what takes longest to make. */
const ASKED = { method: 'GET', headers: { accept: 'image/avif' } }

/**
 * Has the pictures made that a page's document preloads (its main one, in the widths of phones), before a visitor waits for
 * one: a new picture takes up to a second a width, and a minute where the lake hangs. One after the other, those of all pages.
 * One that can't be read is refused as a visitor's would be. Resolves once all that wait are made.
 */
export function preparePictures(media: MediaRelay): (page: Page) => Promise<void> {
  const waiting = new Set<string>()
  let work: Promise<void> | undefined
  async function make(): Promise<void> {
    try {
      for (const address of waiting) {
        const [path = '', query = ''] = address.split('?')
        await media(ASKED, path, query).finally(() => waiting.delete(address))
      }
    } finally {
      work = undefined
    }
  }
  return async (page) => {
    if (!page.isDocument) return
    const { body } = await page.in('identity')
    for (const address of preloadedPictures(body.toString())) waiting.add(address)
    if (waiting.size > 0) work ??= make() // with none it would be over before it is noted here
    await work
  }
}

/** What a document preloads of this site's pictures (HTML, 4.2.4.4), in all its widths: addresses of `/media`. */
function preloadedPictures(html: string): string[] {
  const links = html.match(/<link rel="preload" as="image"[^>]*>/g) ?? []
  return links.flatMap((link) => {
    const srcSet = /\simageSrcSet="([^"]*)"/i.exec(link)?.[1] ?? ''
    return srcSet
      .replaceAll('&amp;', '&')
      .split(', ')
      .map((candidate) => candidate.split(' ')[0] ?? '')
      .filter((address) => address.startsWith('/media/'))
  })
}
