import { expect } from '@playwright/test'
import { fetchPage, htmlToText, until } from '#tests/support/http.ts'
import type { Product } from '#tests/support/product.ts'
import { ROUTES } from '#tests/support/routes.ts'

// app/content/store.server.test.ts checks the promised second with a fake clock. A busy machine takes longer.
export const ANSWER_MS = 5_000
export const RECOVERY = { withinMs: 30_000, everyMs: 50 }
const PLAN = 'plan-commercial-lead'
const PRICE_ON_CARD = /Commercial Lead .{0,200}?\$([\d,]+) /

export async function fetchAllPages(siteUrl: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  for (const route of ROUTES) pages.set(route, (await fetchPage(siteUrl + route)).html)
  return pages
}

/** Expects every route to answer in time with the same page as before. */
export async function expectSamePages(siteUrl: string, pages: Map<string, string>) {
  for (const [route, html] of pages) {
    const answer = await fetchPage(siteUrl + route)
    expect([answer.status, answer.html === html, answer.ms < ANSWER_MS], route).toEqual([200, true, true])
  }
  expect((await fetchPage(`${siteUrl}/nope`)).status).toBe(404)
}

export async function publishPrice({ editor, siteUrl }: Pick<Product, 'editor' | 'siteUrl'>, price: number) {
  const since = performance.now()
  await editor.patch(PLAN).set({ price }).commit()
  const shown = async () => PRICE_ON_CARD.exec(htmlToText((await fetchPage(`${siteUrl}/pricing`)).html))?.[1]
  await until(shown, (text) => text === String(price), { ...RECOVERY, since })
}

export const waitForSite = (siteUrl: string) =>
  until(
    async () => (await fetchPage(`${siteUrl}/readyz`).catch(() => undefined))?.status,
    (status) => status === 200,
    { withinMs: 60_000, everyMs: 50 },
  )
