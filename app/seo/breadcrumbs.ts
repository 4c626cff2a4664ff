import { hrefOf, linkHref } from '#app/content/href.ts'
import type { Settings } from '#app/content/types.ts'

/** A step on the way to a page. `path` starts with a slash. */
export type Crumb = { name: string; path: string }

type Addressed = { _type: 'page' | 'policy' | 'article'; slug: string | null; title: string | null }

/** The way from the home page to a document, which ends with the document itself. */
export function breadcrumbsOf(document: Addressed, settings: Settings): Crumb[] {
  const path = hrefOf(document) ?? '/'
  return [
    ...crumbOf(settings, 'home', '/'),
    ...(document._type === 'article' ? crumbOf(settings, 'resources', '/resources') : []),
    { name: document.title ?? '', path },
  ]
}

/** A parent page, named by its link in header or footer. Empty if there is no link. */
function crumbOf({ headerNav, footerGroups }: Settings, slug: string, path: string): Crumb[] {
  const links = [...(headerNav ?? []), ...(footerGroups ?? []).flatMap(({ links }) => links ?? [])]
  const link = links.find((candidate) => candidate.target?.slug === slug && linkHref(candidate) === path)
  return link?.label ? [{ name: link.label, path }] : []
}
