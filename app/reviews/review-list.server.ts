import type { Review } from '#app/host/review.ts'

type Limit = { count: number; bytes: number }

/**
 * Limits of the reviews in a page, in bytes too, because visitors choose the length of a review. The front page has 11 KB
 * (brotli) without reviews and may have 30. 8 KiB fit 24 usual reviews.
 */
const ON_PAGE: Limit = { count: 24, bytes: 8 * 1024 }
/** Limits of `/reviews`, which every front page loads: as many slides as a carousel can move smoothly. */
const IN_RESPONSE: Limit = { count: 200, bytes: 64 * 1024 }
/** Limits of one page of the whole list (`/reviews/page/2`). */
const IN_LIST_PAGE: Limit = { count: 24, bytes: 32 * 1024 }
/** The limit of the site's own form (app/server/http/limits.ts). Longer reviews of an external backend are left out. */
const MAX_REVIEW_BYTES = 64 * 1024

/** The reviews in one response, in the backend's order. `total` counts the whole list. */
export type ShownReviews = { reviews: Review[]; total: number }

export type ReviewList = {
  onPage: ShownReviews
  /** JSON of `ShownReviews`: the body of `/reviews`. */
  body: string
  /** All reviews, page by page. Empty without reviews. */
  pages: Review[][]
  /** JSON of all reviews. Two lists with the same text are equal. */
  text: string
}

/** Prepares the backend's list for pages and responses. Each review is serialized once. */
export function reviewListOf(all: Review[]): ReviewList {
  const items = all
    .map((review) => {
      const text = JSON.stringify(review)
      return { review, text, bytes: Buffer.byteLength(text) }
    })
    .filter(({ bytes }) => bytes <= MAX_REVIEW_BYTES)
  const total = items.length
  const shown = fitting(items, IN_RESPONSE).map(({ text }) => text)
  return {
    onPage: { reviews: fitting(items, ON_PAGE).map(({ review }) => review), total },
    body: `{"reviews":[${shown.join()}],"total":${total}}`,
    pages: inPages(items).map((page) => page.map(({ review }) => review)),
    text: `[${items.map(({ text }) => text).join()}]`,
  }
}

type Item = { review: Review; text: string; bytes: number }

/** Returns the first items that fit. Skips an item that is too long, because a later one may fit. */
function fitting(items: Item[], { count, bytes }: Limit): Item[] {
  const found: Item[] = []
  let left = bytes
  for (const item of items) {
    if (found.length === count) break
    if (item.bytes > left) continue
    left -= item.bytes
    found.push(item)
  }
  return found
}

/** A review that is longer than a page gets its own page. */
function inPages(items: Item[]): Item[][] {
  const pages: Item[][] = []
  let left = 0
  for (const item of items) {
    const page = pages.at(-1)
    if (page && page.length < IN_LIST_PAGE.count && item.bytes <= left) page.push(item)
    else {
      pages.push([item])
      left = IN_LIST_PAGE.bytes
    }
    left -= item.bytes
  }
  return pages
}
