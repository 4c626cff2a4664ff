import type { LinkTarget } from '#app/content/types.ts'
import { parseUrl } from '#app/platform/parse-url.ts'

/**
 * The path of a document. Undefined without a slug. Escapes the slug, because imports may contain `/about-us`, and
 * `//about-us` would be another site.
 */
export function hrefOf(
  target: LinkTarget | { _type: 'page' | 'policy' | 'article'; slug: string | null },
): string | undefined {
  if (!target.slug) return undefined
  const part = encodeURIComponent(target.slug.replace(/\p{Surrogate}/gu, '\uFFFD'))
  if (target._type === 'article') return `/resources/${part}`
  return part === 'home' ? '/' : `/${part}`
}

/** The URL of a link. Undefined if its page is not published or its URL is invalid: then only the text is shown. */
export const linkHref = (link: { href: string | null; target: LinkTarget | null }): string | undefined =>
  link.target ? hrefOf(link.target) : openableHref(link.href)

/**
 * A URL that is valid and safe, else undefined. Imports contain `javascript:`, `https://exa mple.com` and relative paths.
 * `//elsewhere.example` becomes https.
 */
export function openableHref(stored: string | null | undefined): string | undefined {
  const href = stored?.trim().replace(/^\/[/\\]+/, 'https://')
  if (!href || /^[/#?]/.test(href)) return href || undefined
  const { protocol = '', host, pathname } = parseUrl(href) ?? {}
  const isWhole = /^https?:$/.test(protocol) ? host : /^(?:mailto|tel|sms):$/.test(protocol) && pathname
  return isWhole ? href : undefined
}
