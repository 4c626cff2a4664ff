import { hrefOf, linkHref } from '#app/content/href.ts'
import type { Settings } from '#app/content/types.ts'

type Addressed = { _type: 'page' | 'policy' | 'article'; slug: string | null; title: string | null }

/** The way from the home page to a document. Header or footer name the pages above; one without a link there is left out. */
export function breadcrumbsOf(document: Addressed, { headerNav, footerGroups }: Settings) {
  const links = [...(headerNav ?? []), ...(footerGroups ?? []).flatMap(({ links }) => links ?? [])]
  const above = (document._type === 'article' ? ['/', '/resources'] : ['/']).map((path) => ({
    name: links.find((link) => link.target && linkHref(link) === path)?.label ?? '',
    path,
  }))
  const own = { name: document.title ?? '', path: hrefOf(document) ?? '/' }
  return [...above.filter(({ name }) => name), own]
}
