import { expect, test } from 'vitest'
import { readiness } from '#app/server/http/readiness.ts'

function start(frontPage: number) {
  const state = { serving: true, hasContent: async () => true, frontPage }
  const isReady = readiness({
    isServing: () => state.serving,
    hasContent: () => state.hasContent(),
    pageCache: {
      getOrRender: async () => ({
        status: state.frontPage,
        headers: new Headers(),
        body: Buffer.from(''),
        dependencies: [],
      }),
    },
  })
  return { state, isReady }
}

test('a build is not ready until its front page was rendered once; later failures leave it ready', async () => {
  const { state, isReady } = start(500)
  expect(await isReady()).toBe(false)
  state.frontPage = 200
  expect(await isReady()).toBe(true)
  state.frontPage = 500
  expect(await isReady()).toBe(true)
})

test('a site that stops or has no content is not ready', async () => {
  const { state, isReady } = start(404) // without a front page it is
  expect(await isReady()).toBe(true)
  state.hasContent = () => Promise.reject(new Error('no lake'))
  expect(await isReady()).toBe(false)
  state.hasContent = async () => true
  state.serving = false
  expect(await isReady()).toBe(false)
})
