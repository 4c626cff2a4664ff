import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Streams } from '#studio/lake/test-hosted.ts'
import { startHostedProduct } from '#tests/support/hosted-product.ts'
import { read, until } from '#tests/support/reading.ts'

// The site in front of a hosted project whose live events and API CDN fail in the ways in which they do.
vi.setConfig({ testTimeout: 900_000 })

/** A second, on a machine that does much else. */
const ONCE_MS = 5_000
/** A poll comes a minute after the one before at the latest. */
const POLLED_WITHIN_MS = 70_000
/** Node's fetch gives up on an answer that says nothing for five minutes. */
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
  await until(isFollowing, Boolean, { withinMs: 2 * POLLED_WITHIN_MS, everyMs: 100 })
})

const isFollowing = async (): Promise<boolean> => {
  const { following } = await (
    await fetch(`${hosted.product.siteUrl}/api/content-revision?id=${PLAN}`)
  ).json()
  return following
}
const isShown = async () => (await read(`${hosted.product.siteUrl}/pricing`)).html.includes(`$${price}`)
const queries = () => hosted.lake.asked.filter(({ path }) => path.includes('/data/query/'))

/** Publishes a price. Resolves to the ms after which the page was asked for that shows it. */
async function publish(withinMs = POLLED_WITHIN_MS): Promise<number> {
  const since = performance.now()
  await hosted.lake.editor.patch(PLAN).set({ price: ++price }).commit()
  return until(isShown, Boolean, { withinMs, since, everyMs: 20 })
}

test.each(['goaway', 'dropped', 'refused'] as Streams[])(
  'while live events are %s, what is published shows by polls around the CDN; once events arrive again, at once',
  async (streams) => {
    hosted.lake.streams(streams)
    await until(isFollowing, (following) => !following)
    const before = queries().length
    for (let publishes = 0; publishes < 3; publishes++) await publish()
    expect(
      queries()
        .slice(before)
        .map(({ host }) => host),
    ).not.toContain('cdn')

    hosted.lake.streams('open')
    await until(isFollowing, Boolean, { withinMs: 2 * POLLED_WITHIN_MS, everyMs: 100 })
    await publish(ONCE_MS)
  },
)

test('a stream that breaks off silently is noticed within minutes', async () => {
  hosted.lake.streams('silent')
  await publish(SILENCE_MS + POLLED_WITHIN_MS)
})

test('an old answer of the CDN never replaces a newer one', async () => {
  const waits: number[] = []
  for (let publishes = 0; publishes < 10; publishes++) {
    waits.push(await publish())
    hosted.lake.streams('dropped')
    hosted.lake.streams('open') // the site reads all anew
    expect(await isShown()).toBe(true)
  }
  await until(isFollowing, Boolean)
  expect(await isShown()).toBe(true)
  console.log(`publish to visible: ${waits.map(Math.round).join(', ')} ms`)
})

test('while the CDN fails, what is published shows all the same', async () => {
  hosted.lake.cdn('down')
  await publish(ONCE_MS)
  await publish(ONCE_MS)
  expect(await isFollowing()).toBe(true)
})

test('a private project is read and followed with the token', async () => {
  const shared = hosted
  hosted = await startHostedProduct(30, { isPrivate: true })
  try {
    await until(isFollowing, Boolean)
    await publish(ONCE_MS)
    expect(queries().filter(({ hasToken }) => !hasToken)).toEqual([])
  } finally {
    await hosted.stop()
    hosted = shared
  }
})
