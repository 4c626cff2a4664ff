import type { LinkTarget } from '#app/content/types.ts'

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
 * Where a link of the content leads; undefined when its page is not published: it is then left out. `//elsewhere.example`,
 * as older systems write it, is no place of this site.
 */
export const linkHref = (link: { href: string | null; target: LinkTarget | null }): string | undefined =>
  link.target ? hrefOf(link.target) : link.href?.replace(/^\/[/\\]+/, 'https://')
