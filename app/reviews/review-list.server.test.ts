import { expect, test } from 'vitest'
import type { Review } from '#app/host/review.ts'
import { reviewListOf } from '#app/reviews/review-list.server.ts'

const KIB = 1024
const review = (id: number, length: number, character = 'x') =>
  ({ id: String(id), reviewDescription: character.repeat(length) }) as Review
const many = (count: number, length: number, character?: string) =>
  Array.from({ length: count }, (_, id) => review(id, length, character))
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const ids = (reviews: Review[]) => reviews.map(({ id }) => Number(id))

test.each([
  ['200 of 4,000 characters of three bytes', many(200, 4_000, '☂')],
  ['10,000 short ones', many(10_000, 20)],
])('%s: page and responses have a limit, and every review is on a page of the list', (_title, all) => {
  const { onPage, body, pages } = reviewListOf(all)
  expect(onPage.total).toBe(all.length)
  expect(onPage.reviews.length).toBeLessThanOrEqual(24)
  expect(bytes(onPage.reviews)).toBeLessThanOrEqual(8.1 * KIB)
  expect(JSON.parse(body).reviews.length).toBeLessThanOrEqual(200)
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(65 * KIB)
  for (const page of pages) {
    expect(page.length).toBeLessThanOrEqual(24)
    expect(bytes(page)).toBeLessThanOrEqual(33 * KIB)
  }
  expect(pages.flat()).toEqual(all)
})

test('a review that is longer than the form allows is left out', () => {
  const { onPage, body, pages } = reviewListOf([review(1, 65 * KIB), review(2, 60 * KIB), review(3, 60)])
  expect(onPage).toMatchObject({ reviews: [{ id: '3' }], total: 2 })
  expect(ids(JSON.parse(body).reviews)).toEqual([2, 3])
  expect(pages.map(ids)).toEqual([[2], [3]])
})
