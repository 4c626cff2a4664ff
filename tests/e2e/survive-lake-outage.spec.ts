import { expect, test } from '@playwright/test'
import { fetchPage, htmlToText, until, waitForReviews } from '#tests/support/http.ts'
import { pidOf } from '#tests/support/processes.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { ROUTES } from '#tests/support/routes.ts'

// app/content/store.server.test.ts checks the promised second with a fake clock. A busy machine takes longer.
const ANSWER_MS = 5_000
const RECOVERY = { withinMs: 30_000, everyMs: 50 }
const PLAN = 'plan-commercial-lead'
const PRICE_ON_CARD = /Commercial Lead .{0,200}?\$([\d,]+) /

async function fetchAllPages(siteUrl: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  for (const route of ROUTES) pages.set(route, (await fetchPage(siteUrl + route)).html)
  return pages
}

/** Expects every route to answer in time with the same page as before. */
async function expectSamePages(siteUrl: string, pages: Map<string, string>) {
  for (const [route, html] of pages) {
    const answer = await fetchPage(siteUrl + route)
    expect([answer.status, answer.html === html, answer.ms < ANSWER_MS], route).toEqual([200, true, true])
  }
  expect((await fetchPage(`${siteUrl}/nope`)).status).toBe(404)
}

async function publishPrice({ editor, siteUrl }: Pick<Product, 'editor' | 'siteUrl'>, price: number) {
  const since = performance.now()
  await editor.patch(PLAN).set({ price }).commit()
  const shown = async () => PRICE_ON_CARD.exec(htmlToText((await fetchPage(`${siteUrl}/pricing`)).html))?.[1]
  await until(shown, (text) => text === String(price), { ...RECOVERY, since })
}

test('visitors see all pages while a killed lake restarts, and then the next publish', async () => {
  const product = await startProduct({ worker: test.info().parallelIndex + 4 })
  try {
    await waitForReviews(product.siteUrl)
    const pages = await fetchAllPages(product.siteUrl)
    process.kill(pidOf(product, 'studio/serve/main.ts'), 'SIGKILL')
    const back = async () => (await fetch(`${product.studioUrl}/v1/ping`).catch(() => undefined))?.ok
    let isBack = false
    const watch = until(back, Boolean, { withinMs: 60_000, everyMs: 20 }).then(() => (isBack = true))
    do await expectSamePages(product.siteUrl, pages)
    while (!isBack)
    await watch
    await publishPrice(product, 331)
    await expect.poll(product.output).toContain('lake crashed; restarting')
  } finally {
    await product.stop()
  }
})
