/** The path of a page of the whole list. The first page is 1. */
export const reviewsHref = (page: number): string => `/reviews/page/${page}`
