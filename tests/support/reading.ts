import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { ROUTES } from '#tests/support/routes.ts'

type Reading = { status: number; html: string; headers: Headers; ms: number }

/** Fetches a page without following redirects. `ms` is the time to the last byte. */
export async function read(url: string, headers: Record<string, string> = {}): Promise<Reading> {
  const startedAt = performance.now()
  const answer = await fetch(url, { headers, redirect: 'manual' })
  const html = await answer.text()
  return { status: answer.status, html, headers: answer.headers, ms: performance.now() - startedAt }
}

/** Sends a request with an unchanged path and any headers, which `fetch` does not allow. */
export const answerTo = (
  siteUrl: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; headers: Headers; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(siteUrl)
    request({ hostname, port, path, method, headers }, async (response) => {
      const pairs = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      )
      resolve({ status: response.statusCode ?? 0, headers: new Headers(pairs), text: await text(response) })
    })
      .on('error', reject)
      .end(body)
  })

const PATIENCE_MS = 30_000

/** Repeats `ask` until `holds`. Resolves to the ms after which that `ask` began. Rejects after `withinMs`. */
export async function until<T>(
  ask: () => Promise<T>,
  holds: (seen: T) => boolean,
  {
    withinMs = PATIENCE_MS,
    everyMs = 10,
    since = performance.now(),
  }: { withinMs?: number; everyMs?: number; since?: number } = {},
): Promise<number> {
  for (;;) {
    const askedAfter = performance.now() - since
    const seen = await ask()
    if (askedAfter > withinMs)
      throw new Error(`Did not hold ${Math.round(askedAfter)} ms later: ${String(seen).slice(0, 300)}`)
    if (holds(seen)) return askedAfter
    await pause(everyMs)
  }
}

/** Waits until the front page contains the reviews of the backend. */
export const reviewsShown = (siteUrl: string): Promise<number> =>
  until(
    async () => (await read(siteUrl)).html,
    (html) => html.includes('Sample Review One'),
  )

/** Waits until every page answers with 200. */
export async function pagesShown(siteUrl: string): Promise<void> {
  for (const path of [...ROUTES, '/sitemap.xml'])
    await until(
      async () => (await read(siteUrl + path)).status,
      (status) => status === 200,
    )
}

/** The header that a browser sends with a form of the same site. */
export const FROM_OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' }

/** The text of HTML, without tags and with the most common entities decoded. */
export const words = (html: string): string =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gs, ' ')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')

/** The cookie of a chosen plan. */
export const planCookie = (slug: string): string => `plan=${planValue(slug)}`

/** Sets the cookie of a chosen plan. */
export const keepPlan = (context: BrowserContext, url: string, slug: string): Promise<void> =>
  context.addCookies([{ name: 'plan', value: planValue(slug), url }])

const planValue = (slug: string): string =>
  encodeURIComponent(Buffer.from(JSON.stringify(slug)).toString('base64'))

/** Delays the page's scripts until the returned function is called. */
export const holdScript = (page: Page, files = /\/assets\/.*\.js$/): Promise<() => void> =>
  holdBack(page, files)

/** Delays requests of a page until the returned function is called. */
export async function holdBack(page: Page, requests: RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(requests, async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** Stops the time of pages that load later. `page.clock` moves it. */
export async function stopTimeBeforeLoading(page: Page): Promise<void> {
  const time = Date.now()
  await page.clock.install({ time })
  await page.clock.pauseAt(time + 60_000)
}

/** Stops a page's time half a minute from now, because `pauseAt` needs a future time. Timers until then fire. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 30_000)
}

/** Whether React has hydrated the page, perhaps without its forms. */
export const isHydrated = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'hydrated' in document.documentElement.dataset)

/** Resolves when React has hydrated the page and its forms. Moves the pointer, because scripts may wait for an event. */
export async function takenOver(page: Page): Promise<void> {
  await page.mouse.move(5, 300)
  await page.waitForFunction(() => {
    const isReacts = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'))
    return (
      'hydrated' in document.documentElement.dataset &&
      [...document.querySelectorAll('main form')].every(isReacts)
    )
  })
}
