import { hrefOf } from '#app/content/href.ts'

/** How many articles stand on one page of a list. */
export const ARTICLES_PER_PAGE = 24

/** How many pages a list of so many articles has; 1 where there are none. */
export const pagesOf = (total: number): number => Math.max(1, Math.ceil(total / ARTICLES_PER_PAGE))

/** The address of a page of the list that stands on the page with this slug: /resources, /resources/page/2. */
export function listHref(slug: string | null, listPage: number): string {
  const first = hrefOf({ _type: 'page', slug }) ?? '/'
  return listPage === 1 ? first : `${first === '/' ? '' : first}/page/${listPage}`
}
