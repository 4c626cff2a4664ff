/** The page that tells the author, without JavaScript, that a review waits for approval. */
export const REVIEW_WAITING = '/reviews/waiting'

/** The address of a page of the whole list, from 1 on. */
export const reviewsHref = (page: number): string => `/reviews/page/${page}`
