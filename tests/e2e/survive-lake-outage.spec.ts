import { expect, test } from '@playwright/test'
import { pidOf } from '#tests/support/processes.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { read, reviewsShown, until, words } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'

// app/content/store.server.test.ts asserts the promised second against a clock that it moves; a busy machine takes longer.
const ANSWER_MS = 5_000

const RECOVERY_MS = 30_000

const PLAN = 'plan-commercial-lead'

const ON_CARD = /Commercial Lead .{0,200}?\$([\d,]+) /

const priceAt = async (siteUrl: string): Promise<string | undefined> =>
  ON_CARD.exec(words((await read(`${siteUrl}/pricing`)).html))?.[1]

/** Every route as it is now. */
async function allPages(siteUrl: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  for (const route of ROUTES) pages.set(route, (await read(siteUrl + route)).html)
  return pages
}

/** Every route answers in time with what it had. */
async function expectSamePages(siteUrl: string, pages: Map<string, string>) {
  for (const [route, html] of pages) {
    const answer = await read(siteUrl + route)
    expect(answer.status, route).toBe(200)
    expect(answer.html === html, `${route} is what it was`).toBe(true)
    expect(answer.ms, route).toBeLessThan(ANSWER_MS)
  }
  for (const missing of ['/nope', '/resources/nope']) {
    const answer = await read(siteUrl + missing)
    expect(answer.status, missing).toBe(404)
    expect(answer.ms, missing).toBeLessThan(ANSWER_MS)
  }
}

test.describe('without the lake', () => {
  let product: Product

  test.beforeAll(async () => {
    product = await startProduct({ worker: test.info().parallelIndex + 4 })
    await reviewsShown(product.siteUrl)
  })

  test.afterAll(async () => {
    await product.stop()
  })

  test('pages answer while a killed lake restarts, and the next publish shows', async () => {
    const { siteUrl, editor } = product
    const pages = await allPages(siteUrl)
    process.kill(pidOf(product, 'studio/lake/main.ts'), 'SIGKILL')
    const back = async () => (await fetch(`${product.studioUrl}/v1/ping`).catch(() => undefined))?.ok
    let isBack = false
    const watch = until(back, Boolean, { withinMs: 60_000, everyMs: 20 }).then(() => (isBack = true))
    do await expectSamePages(siteUrl, pages)
    while (!isBack)
    await watch
    const since = performance.now()
    await editor.patch(PLAN).set({ price: 331 }).commit()
    await until(
      () => priceAt(siteUrl),
      (price) => price === '331',
      { withinMs: RECOVERY_MS, since },
    )
    await expect.poll(product.output).toContain('lake crashed; restarting')
  })
})
