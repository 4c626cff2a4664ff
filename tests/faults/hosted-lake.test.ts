import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Streams } from '#studio/lake/hosted-lake.test-support.ts'
import { startHostedProduct } from '#tests/support/hosted-product.ts'
import { fetchPage, until } from '#tests/support/http.ts'

vi.setConfig({ testTimeout: 900_000 })

/** One second, on a busy machine. */
const AT_ONCE_MS = 5_000
/** The site polls at least once a minute. */
const POLLED_WITHIN_MS = 70_000
/** Node's fetch ends a silent response after five minutes. */
const SILENCE_MS = 300_000
const PLAN = 'plan-commercial-lead'

let hosted: Awaited<ReturnType<typeof startHostedProduct>>
let price = 400

beforeAll(async () => {
  hosted = await startHostedProduct(27)
})
afterAll(() => hosted?.stop())
beforeEach(async () => {
  hosted.lake.streams('open')
  hosted.lake.cdn('stale')
  await untilFollowing()
})

const isFollowing = async (): Promise<boolean> =>
  (await (await fetch(`${hosted.product.siteUrl}/api/content-revision?id=${PLAN}`)).json()).following
const untilFollowing = () => until(isFollowing, Boolean, { withinMs: 2 * POLLED_WITHIN_MS, everyMs: 100 })
const queries = () => hosted.lake.requests.filter(({ path }) => path.includes('/data/query/'))

async function publish(withinMs: number) {
  const since = performance.now()
  await hosted.lake.editor.patch(PLAN).set({ price: ++price }).commit()
  const isShown = async () =>
    (await fetchPage(`${hosted.product.siteUrl}/pricing`)).html.includes(`$${price}`)
  await until(isShown, Boolean, { withinMs, since, everyMs: 20 })
}

test.each(['goaway', 'dropped', 'refused'] as Streams[])(
  'while live events are %s, polls without the CDN show what is published',
  async (streams) => {
    hosted.lake.streams(streams)
    await until(isFollowing, (following) => !following)
    const before = queries().length
    await publish(POLLED_WITHIN_MS)
    expect(queries().slice(before)).not.toContainEqual(expect.objectContaining({ host: 'cdn' }))

    hosted.lake.streams('open')
    await untilFollowing()
    await publish(AT_ONCE_MS)
  },
)

test('a silent stream is noticed within minutes', async () => {
  hosted.lake.streams('silent')
  await publish(SILENCE_MS + POLLED_WITHIN_MS)
})

test('a private project is read with the token', async () => {
  const shared = hosted
  hosted = await startHostedProduct(30, { isPrivate: true })
  try {
    await untilFollowing()
    await publish(AT_ONCE_MS)
    expect(queries().filter(({ hasToken }) => !hasToken)).toEqual([])
  } finally {
    await hosted.stop()
    hosted = shared
  }
})
