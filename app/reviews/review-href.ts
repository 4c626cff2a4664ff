/** Without JavaScript, the author lands on this page, which says that the review waits for approval. */
export const REVIEW_WAITING = '/reviews/waiting'

/** The path of a page of the whole list; the first is 1. */
export const reviewsHref = (page: number): string => `/reviews/page/${page}`
