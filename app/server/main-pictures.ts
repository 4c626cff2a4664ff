import type { MediaRelay } from '#app/server/media.ts'
import type { Page } from '#app/server/page.ts'

/** In what most browsers take, and what takes longest to make. */
const ASKED = { method: 'GET', headers: { accept: 'image/avif' } }

/**
 * Has the pictures made that a page's document preloads (its main one, in the widths of phones), before a visitor waits for
 * one: a new picture takes up to a second a width. One after the other. One that can't be read is refused as a visitor's would be.
 */
export const preparePictures = (media: MediaRelay) => async (page: Page) => {
  const { body } = await page.in('identity')
  for (const address of preloadedPictures(body.toString())) {
    const [path = '', query = ''] = address.split('?')
    await media(ASKED, path, query)
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
