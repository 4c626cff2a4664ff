import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Response } from '@playwright/test'
import { backendWithoutSite } from '#tests/support/external-backends.ts'
import { test as base, expect, WITH_PRODUCT } from '#tests/support/fixtures.ts'
import { waitForPages } from '#tests/support/http.ts'
import { stopClock, waitForHydration } from '#tests/support/page.ts'
import { json } from '#tests/support/payments.ts'
import { startProduct } from '#tests/support/product.ts'

// Specification, sections 2, 4, 7 (call 7), 8 and 9, "Chat".
export const CHAT = '/api/chat/chat-here'
export const { greeting, replies } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../studio/seed/assistant.ndjson'), 'utf8'),
) as { greeting: string; replies: Record<string, string> }

type Backend = Awaited<ReturnType<typeof backendWithoutSite>>

/** `chat`: an external backend. Each test sets its answers to call 7. */
export const test = base.extend<{ chat: Backend }, { host: Backend }>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const host = await backendWithoutSite()
      await use(host)
      await host.close()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ host }, use, info) => {
      const product = await startProduct({ worker: info.parallelIndex, env: { HOST_URL: host.url } })
      await waitForPages(product.siteUrl)
      await use(product)
      await product.stop()
    },
    WITH_PRODUCT,
  ],
  chat: [
    async ({ host }, use) => {
      host.reset()
      host.answer(CHAT, json({ message: 'Hello from the host.', response: 'not this' }))
      await use(host)
    },
    { auto: true },
  ],
})

export const button = (page: Page) => page.getByRole('button', { name: 'Chat with our assistant' })
export const panel = (page: Page) =>
  page.getByRole('dialog', { name: 'Keyturn AI — Your Real Estate Assistant' })
export const input = (page: Page) => panel(page).getByPlaceholder('Ask about any query...')
export const send = (page: Page) => panel(page).getByRole('button', { name: 'Send' })
export const log = (page: Page) => panel(page).getByRole('log')
export const typing = (page: Page) => log(page).getByText('Keyturn AI is typing')

/** Opens a page and stops its clock. Time then passes only by `page.clock.runFor`. */
export async function openWithStoppedClock(page: Page, path = '/about-us') {
  await page.clock.install()
  await page.goto(path)
  await waitForHydration(page)
  await stopClock(page)
}

export async function open(page: Page) {
  await button(page).click()
  await expect(panel(page)).toBeVisible()
}

export async function openAt(page: Page, path: string) {
  await page.goto(path)
  await waitForHydration(page)
  await open(page)
}

/** Whether a response answers a question. The panel's texts come from the same address by GET. */
export const isReply = (answer: Response) =>
  answer.request().method() === 'POST' && new URL(answer.url()).pathname === '/chat'

/** Waits until the page has received a response: a later request is answered later. */
export async function waitForResponseIn(page: Page, answer: Promise<Response>) {
  await (await answer).finished()
  await page.evaluate(() => fetch('/healthz').then((later) => later.text()))
}

export async function ask(page: Page, text: string) {
  const answered = page.waitForResponse(isReply)
  await input(page).fill(text)
  await input(page).press('Enter')
  await waitForResponseIn(page, answered)
}

/** Advances the page's clock in steps of 50 ms until `seen` is true. Returns the milliseconds. */
export async function advanceClockUntil(
  page: Page,
  seen: () => Promise<boolean>,
  atMostMs: number,
): Promise<number> {
  for (let ms = 0; ms <= atMostMs; ms += 50) {
    if (await seen()) return ms
    await page.clock.runFor(50)
  }
  return Number.POSITIVE_INFINITY
}
