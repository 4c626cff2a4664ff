import { expect, test } from 'vitest'
import { handleError } from '#app/entry.server.tsx'

test('a server error is logged once with the request id; a 4xx is not logged', () => {
  const entries: unknown[] = []
  const context = { log: (...entry: unknown[]) => entries.push(entry), requestId: 'r-1' } as never
  const request = new Request('http://localhost/')
  handleError({ status: 404, statusText: 'Not Found', internal: true, data: null }, { request, context })
  handleError(new Error('broken'), { request, context })
  expect(entries).toEqual([
    ['error', 'a page failed', { requestId: 'r-1', error: expect.stringMatching(/^Error: broken\n +at /) }],
  ])
})
