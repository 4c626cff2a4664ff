import { hrefOf } from '#app/content/href.ts'

export const ARTICLES_PER_PAGE = 24

/** The number of pages of a list, at least 1. */
export const pageCount = (total: number): number => Math.max(1, Math.ceil(total / ARTICLES_PER_PAGE))

/** The path of a page of an article list: /resources, /resources/page/2. */
export function listHref(slug: string | null, listPage: number): string {
  const first = hrefOf({ _type: 'page', slug }) ?? '/'
  return listPage === 1 ? first : `${first === '/' ? '' : first}/page/${listPage}`
}
