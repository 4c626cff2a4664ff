import { ClientError } from '@sanity/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retrySaves } from '#studio/retry-saves.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refused = (statusCode: number) =>
  new ClientError({ statusCode, body: {}, headers: {}, url: '/', method: 'POST' } as never)

/** Sends a request that fails with each of these errors in turn, then succeeds. */
function send(tag: string, ...errors: Error[]) {
  const next = vi.fn(async (_request: unknown) => {
    const error = errors.shift()
    if (error) throw error
    return 'stored'
  })
  const answer = retrySaves()({ query: { tag } } as never, next as never)
  answer.catch(() => {})
  return { answer, next }
}

const SAVE = 'sanity.studio.document.commit'

test('a save is repeated until the lake answers', async () => {
  const { answer, next } = send(SAVE, new TypeError('Failed to fetch'), refused(429), new Error('502'))
  await vi.runAllTimersAsync()
  expect(await answer).toBe('stored')
  expect(next).toHaveBeenCalledTimes(4)
})

test('a save whose response was lost counts as stored', async () => {
  const { answer } = send(SAVE, new TypeError('Failed to fetch'), refused(409))
  await vi.runAllTimersAsync()
  expect(await answer).toEqual({})
})

test.each([400, 409, 413])('a save rejected with %s is not repeated', async (status) => {
  const { answer, next } = send(SAVE, refused(status))
  await expect(answer).rejects.toThrow(ClientError)
  expect(next).toHaveBeenCalledOnce()
})
