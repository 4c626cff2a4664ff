import type { LinkTarget } from '#app/content/types.ts'
import { parseUrl } from '#app/platform/parse-url.ts'

/**
 * The address of a document on this site; undefined for one that has none. Inverse of the routes. A slug is one part of it,
 * whatever an import has put there: other systems write `/about-us`, and `//about-us` would be another site’s address.
 */
export function hrefOf(
  target: LinkTarget | { _type: 'page' | 'policy' | 'article'; slug: string | null },
): string | undefined {
  if (!target.slug) return undefined
  const part = encodeURIComponent(target.slug.replace(/\p{Surrogate}/gu, '\uFFFD'))
  if (target._type === 'article') return `/resources/${part}`
  return part === 'home' ? '/' : `/${part}`
}

/**
 * The address that a link of the content leads to; undefined, so that its text stays without a link, if its page is not published or
 * no browser could open the address.
 */
export const linkHref = (link: { href: string | null; target: LinkTarget | null }): string | undefined =>
  link.target ? hrefOf(link.target) : openableHref(link.href)

/**
 * An address that a browser can open. Imports bring `javascript:`, `https://exa mple.com`, `https://`, `about.html` (another page in
 * each folder), and `//elsewhere.example`, which is no path of this site.
 */
export function openableHref(stored: string | null | undefined): string | undefined {
  const href = stored?.trim().replace(/^\/[/\\]+/, 'https://')
  if (!href || /^[/#?]/.test(href)) return href || undefined
  const { protocol = '', host, pathname } = parseUrl(href) ?? {}
  const isWhole = /^https?:$/.test(protocol) ? host : /^(?:mailto|tel|sms):$/.test(protocol) && pathname
  return isWhole ? href : undefined
}
