import { expect, test } from 'vitest'
import { handleError } from '#app/entry.server.tsx'

test('a failure of ours is one entry of the log, with the request’s id; what a visitor did wrong is none', () => {
  const entries: unknown[] = []
  const context = { log: (...entry: unknown[]) => entries.push(entry), requestId: 'r-1' } as never
  const request = new Request('http://localhost/')
  handleError({ status: 404, statusText: 'Not Found', internal: true, data: null }, { request, context })
  handleError(new Error('broken'), { request, context })
  expect(entries).toEqual([
    ['error', 'a page failed', { requestId: 'r-1', error: expect.stringMatching(/^Error: broken\n +at /) }],
  ])
})
