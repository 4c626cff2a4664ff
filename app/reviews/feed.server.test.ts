import { expect, test, vi } from 'vitest'
import type { Host } from '#app/host/client.server.ts'
import type { Review } from '#app/host/review.ts'
import { createReviewFeed } from '#app/reviews/feed.server.ts'

const listOf = (name: string) => [{ firstName: name }] as Review[]

/** A host whose answers come when the test says so. */
function slowHost() {
  const answers: ((list: Review[]) => void)[] = []
  const host = { listReviews: () => new Promise<Review[]>((resolve) => answers.push(resolve)) }
  return { host: host as unknown as Host, answers }
}

test('an answer counts although more visitors have asked since', async () => {
  const { host, answers } = slowHost()
  const feed = createReviewFeed(host, vi.fn())
  const first = feed.fresh({})
  feed.fresh({})
  answers[0]?.(listOf('first'))
  await first
  const third = feed.fresh({})
  answers[1]?.(listOf('second'))
  await expect.poll(() => feed.known()).toEqual(listOf('second'))
  answers[2]?.(listOf('third'))
  await third
  expect(feed.known()).toEqual(listOf('third'))
})

test('a list that says the same is the same object: by that kept pages know that they still hold', async () => {
  const listReviews = vi.fn(async () => listOf('first'))
  const feed = createReviewFeed({ listReviews } as unknown as Host, vi.fn())
  const changed = vi.fn()
  feed.onChange(changed)
  await feed.fresh({})
  const known = feed.known()
  await feed.fresh({})
  expect(feed.known()).toBe(known)
  expect(changed).toHaveBeenCalledTimes(1)
  listReviews.mockResolvedValueOnce(listOf('second'))
  await feed.fresh({})
  expect(changed, 'of another one they are told').toHaveBeenCalledTimes(2)
})

test('an answer that a later one overtook is not shown any more', async () => {
  const { host, answers } = slowHost()
  const feed = createReviewFeed(host, vi.fn())
  const slow = feed.fresh({})
  const quick = feed.fresh({})
  answers[1]?.(listOf('new'))
  await quick
  answers[0]?.(listOf('old'))
  expect(await slow).toEqual(listOf('old'))
  expect(feed.known()).toEqual(listOf('new'))
})

test('pages never wait for the list: one that is older than 15 s is read anew beside them, and stays where the host fails', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const listReviews = vi.fn(async () => listOf('first'))
    const log = vi.fn()
    const feed = createReviewFeed({ listReviews } as unknown as Host, log)
    const shown = async () => {
      const list = feed.known()
      await new Promise(setImmediate)
      return list
    }
    expect(await shown()).toBeNull()
    expect(await shown()).toEqual(listOf('first'))
    vi.advanceTimersByTime(15_000)
    await shown()
    expect(listReviews).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    listReviews.mockRejectedValueOnce(new Error('down'))
    await shown()
    await shown()
    expect(listReviews).toHaveBeenCalledTimes(2)
    expect(listReviews, 'which a host that hangs is spared').toHaveBeenLastCalledWith({ background: true })
    expect(log).toHaveBeenCalledWith('warn', 'Error fetching reviews', expect.anything())
    expect(await shown()).toEqual(listOf('first'))
  } finally {
    vi.useRealTimers()
  }
})
