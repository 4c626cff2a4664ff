import type { LinkTarget } from '#app/content/types.ts'
import { parseUrl } from '#app/platform/parse-url.ts'

/** The path of a document. Undefined without a slug. Escapes the slug: with `/host` imported as slug, `//host` is another site. */
export function hrefOf(
  target: LinkTarget | { _type: 'page' | 'policy' | 'article'; slug: string | null },
): string | undefined {
  if (!target.slug) return undefined
  const part = encodeURIComponent(target.slug.replace(/\p{Surrogate}/gu, '\uFFFD'))
  if (target._type === 'article') return `/resources/${part}`
  return part === 'home' ? '/' : `/${part}`
}

/** The path of a page's Markdown form: `/pricing.md`, `/index.md` for the home page. All pages of a list have the same one. */
export const markdownHref = (path: string): string =>
  `${path.replace(/\/page\/\d+$/, '').replace(/^\/?$/, '/index')}.md`

/** The URL of a link. Undefined if its page is not published or its URL is invalid: then only the text is shown. */
export const linkHref = (link: { href: string | null; target: LinkTarget | null }): string | undefined =>
  link.target ? hrefOf(link.target) : safeHref(link.href)

/** Returns a valid and safe URL, else undefined: imports may contain `javascript:`. `//host` becomes `https://host`. */
export function safeHref(stored: string | null | undefined): string | undefined {
  const href = stored?.trim().replace(/^\/[/\\]+/, 'https://')
  if (!href || /^[/#?]/.test(href)) return href || undefined
  const { protocol = '', host, pathname } = parseUrl(href) ?? {}
  const isValid = /^https?:$/.test(protocol) ? host : /^(?:mailto|tel|sms):$/.test(protocol) && pathname
  return isValid ? href : undefined
}
