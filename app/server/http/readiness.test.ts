import { expect, test } from 'vitest'
import { readiness } from '#app/server/http/readiness.ts'

const answering = (status: number) => async () => ({
  status,
  headers: new Headers(),
  body: Buffer.from(''),
  dependencies: [],
})

function process(front: number) {
  const state = { serving: true, content: true, front }
  const isReady = readiness({
    isServing: () => state.serving,
    hasContent: async () => state.content,
    pageCache: { get: () => answering(state.front)() },
  })
  return { state, isReady }
}

test('a build is not ready until its front page was rendered once; later failures leave it ready', async () => {
  const { state, isReady } = process(500)
  expect(await isReady()).toBe(false)
  state.front = 200
  expect(await isReady()).toBe(true)
  state.front = 500
  expect(await isReady()).toBe(true)
})

test('a site without a front page is ready', async () => {
  expect(await process(404).isReady()).toBe(true)
})

test('a site that stops, has no content or can’t render is not ready', async () => {
  const { state, isReady } = process(200)
  state.content = false
  expect(await isReady()).toBe(false)
  state.content = true
  state.serving = false
  expect(await isReady()).toBe(false)
  const throwing = readiness({
    isServing: () => true,
    hasContent: () => Promise.reject(new Error('no lake')),
    pageCache: { get: answering(200) },
  })
  expect(await throwing()).toBe(false)
  const broken = readiness({
    isServing: () => true,
    hasContent: async () => true,
    pageCache: { get: () => Promise.reject(new Error('broken')) },
  })
  expect(await broken()).toBe(false)
})
