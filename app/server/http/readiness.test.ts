import { expect, test } from 'vitest'
import type { Passing } from '#app/server/http/page-cache.ts'
import { readiness } from '#app/server/http/readiness.ts'
import type { Found } from '#app/server/pages.ts'

const answering = (status: number) => async (): Promise<Found> => ({
  page: { status, headers: new Headers(), body: Buffer.from(''), readings: [] } satisfies Passing,
  outcome: 'miss',
})

function process(front: number) {
  const state = { serving: true, content: true, front }
  const isReady = readiness({
    isServing: () => state.serving,
    hasContent: async () => state.content,
    pages: { find: () => answering(state.front)() },
  })
  return { state, isReady }
}

test('a build whose front page fails is not ready until it is shown once; what fails later leaves it ready', async () => {
  const { state, isReady } = process(500)
  expect(await isReady()).toBe(false)
  state.front = 200
  expect(await isReady()).toBe(true)
  state.front = 500
  expect(await isReady()).toBe(true)
})

test('a front page that no editor has made yet is shown as missing, which is ready', async () => {
  expect(await process(404).isReady()).toBe(true)
})

test('who leaves, has no content, or whose page throws is not ready', async () => {
  const { state, isReady } = process(200)
  state.content = false
  expect(await isReady()).toBe(false)
  state.content = true
  state.serving = false
  expect(await isReady()).toBe(false)
  const throwing = readiness({
    isServing: () => true,
    hasContent: () => Promise.reject(new Error('no lake')),
    pages: { find: answering(200) },
  })
  expect(await throwing()).toBe(false)
  const broken = readiness({
    isServing: () => true,
    hasContent: async () => true,
    pages: { find: () => Promise.reject(new Error('broken')) },
  })
  expect(await broken()).toBe(false)
})
