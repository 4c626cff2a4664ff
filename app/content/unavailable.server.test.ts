import { expect, test, vi } from 'vitest'
import { answerOfContent } from '#app/content/unavailable.server.ts'

test('a file that there is no content for is a 503, and one entry of the log with the request’s id', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const entries: unknown[] = []
  const told = { log: (...entry: unknown[]) => void entries.push(entry), requestId: 'r-1' }
  const fault = Object.assign(new Error('no lake'), { name: 'LakeUnavailable' })
  const answer = await answerOfContent(told, () => Promise.reject(fault))
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(entries).toEqual([
    ['error', 'a file of content failed', { requestId: 'r-1', error: 'LakeUnavailable: no lake' }],
  ])
  expect(printed, 'past the log').not.toHaveBeenCalled()
  printed.mockRestore()
  await expect(answerOfContent(told, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
