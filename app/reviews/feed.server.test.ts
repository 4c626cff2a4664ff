import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Host } from '#app/host/client.server.ts'
import type { Review } from '#app/host/review.ts'
import { createReviewFeed } from '#app/reviews/feed.server.ts'

const listOf = (name: string) => [{ firstName: name }] as Review[]
const nameIn = (list: { onPage: { reviews: Review[] } } | null) => list?.onPage.reviews[0]?.firstName ?? null

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A backend that responds when the test calls a function in `answers`. */
function slowHost() {
  const answers: ((list: Review[]) => void)[] = []
  const listReviews = vi.fn((_context: unknown) => new Promise<Review[]>((resolve) => answers.push(resolve)))
  return { feed: createReviewFeed({ listReviews } as unknown as Host, vi.fn()), listReviews, answers }
}

test('requests at the same time and within a second share one call', async () => {
  const { feed, listReviews, answers } = slowHost()
  const visitor = { address: '203.0.113.5' }
  const requests = [feed.fresh({ requestId: 'a', visitor }), feed.fresh({ requestId: 'b', visitor })]
  answers[0]?.(listOf('first'))
  const [one, two] = await Promise.all(requests)
  expect(one).toBe(two)
  vi.advanceTimersByTime(999)
  expect(await feed.fresh({})).toBe(one)
  // Without the visitor, so that the call counts against no visitor's rate limit.
  expect(listReviews.mock.calls).toEqual([[{ requestId: 'a' }]])
  vi.advanceTimersByTime(1)
  const later = feed.fresh({})
  answers[1]?.(listOf('second'))
  expect(nameIn(await later)).toBe('second')
})

test('after a new review the list is requested again, and an earlier response is not used', async () => {
  const { feed, answers } = slowHost()
  const before = feed.fresh({})
  feed.invalidate()
  const after = feed.fresh({})
  answers[0]?.(listOf('old'))
  expect(nameIn(await before)).toBe('old')
  expect(feed.cached()).toBeNull()
  answers[1]?.(listOf('new'))
  expect(nameIn(await after)).toBe('new')
  expect(nameIn(await feed.fresh({}))).toBe('new')
})

test('listeners are notified only of a changed list', async () => {
  const listReviews = vi.fn(async () => listOf('first'))
  const feed = createReviewFeed({ listReviews } as unknown as Host, vi.fn())
  const changed = vi.fn()
  feed.onChange(changed)
  const known = await feed.fresh({})
  feed.invalidate()
  expect(await feed.fresh({})).toBe(known)
  expect(changed).toHaveBeenCalledTimes(1)
  listReviews.mockResolvedValueOnce(listOf('second'))
  feed.invalidate()
  await feed.fresh({})
  expect(changed).toHaveBeenCalledTimes(2)
})

test('an old list is reloaded in the background and stays if the backend fails', async () => {
  const listReviews = vi.fn(async () => listOf('first'))
  const log = vi.fn()
  const feed = createReviewFeed({ listReviews } as unknown as Host, log)
  const cachedName = async () => {
    const list = feed.cached()
    await new Promise(setImmediate)
    return nameIn(list)
  }
  expect(await cachedName()).toBeNull()
  expect(await cachedName()).toBe('first')
  vi.advanceTimersByTime(15_000)
  await cachedName()
  expect(listReviews).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  listReviews.mockRejectedValueOnce(new Error('down'))
  await cachedName()
  await cachedName()
  expect(listReviews).toHaveBeenCalledTimes(2)
  expect(log).toHaveBeenCalledWith('warn', 'Error fetching reviews', expect.anything())
  expect(await cachedName()).toBe('first')
})
