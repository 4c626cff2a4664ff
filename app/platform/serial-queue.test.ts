import { expect, test } from 'vitest'
import { createSerialQueue } from '#app/platform/serial-queue.ts'

test('work is done one at a time; work for the page cache comes first and is never refused', async () => {
  const runSerially = createSerialQueue(2)
  const done: string[] = []
  let release: (() => void) | undefined
  const running = runSerially(
    () =>
      new Promise<void>((resolve) => {
        release = resolve
      }),
  )
  await expect.poll(() => release).toBeDefined()
  const abandoned = new AbortController()
  const waiting = [
    runSerially(() => done.push('visitor')),
    runSerially(() => done.push('abandoned'), { signal: abandoned.signal }).catch(() => {}),
  ]
  const refusal = await runSerially(() => done.push('refused')).catch((error: Response) => error)
  expect(refusal).toMatchObject({ status: 503 })
  waiting.push(runSerially(() => done.push('cache'), { first: true }))
  abandoned.abort()
  release!()
  await Promise.all([running, ...waiting])
  expect(done).toEqual(['cache', 'visitor'])
})

test('work that fails rejects, and the next work is done', async () => {
  const runSerially = createSerialQueue()
  await expect(runSerially(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await runSerially(() => 'next')).toBe('next')
})
