import type { HeadersFunction } from '@remix-run/node'
import type { Seo } from '#app/content/types.ts'

/** For a page that is the same for everybody: browsers revalidate it each time. */
export const HTML_HEADERS = { 'Cache-Control': 'no-cache' }

/** For search engines that don't read the page's meta tags. */
export const robotsHeader = (seo: Seo | null): Record<string, string> =>
  seo?.noIndex ? { 'X-Robots-Tag': 'noindex' } : {}

/** Copies the headers of the loader's response to the page, also of a thrown one. */
export const loaderHeaders: HeadersFunction = ({ loaderHeaders, errorHeaders }) =>
  errorHeaders ?? loaderHeaders
