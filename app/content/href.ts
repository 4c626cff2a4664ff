import type { LinkTarget } from '#app/content/types.ts'

/** The address of a document on this site; undefined for one that has none. Inverse of the routes. */
export function hrefOf(
  target: LinkTarget | { _type: 'page' | 'policy' | 'article'; slug: string | null },
): string | undefined {
  if (!target.slug) return undefined
  if (target._type === 'article') return `/resources/${target.slug}`
  return target.slug === 'home' ? '/' : `/${target.slug}`
}

/** Where a link of the content leads; undefined when its page is not published: it is then left out. */
export const linkHref = (link: { href: string | null; target: LinkTarget | null }): string | undefined =>
  link.target ? hrefOf(link.target) : (link.href ?? undefined)
