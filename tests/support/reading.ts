import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { ROUTES } from '#tests/support/routes.ts'

type Reading = { status: number; html: string; headers: Headers; ms: number }

/** What a visitor gets at an address, redirects not followed, with the time to the last byte. */
export async function read(url: string, headers: Record<string, string> = {}): Promise<Reading> {
  const startedAt = performance.now()
  const answer = await fetch(url, { headers, redirect: 'manual' })
  const html = await answer.text()
  return { status: answer.status, html, headers: answer.headers, ms: performance.now() - startedAt }
}

/** What a request gets, its path sent as it stands: fetch would resolve the dots in it, and refuse some headers. */
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

/** Patience with a busy machine: freshness.spec.ts holds the second. */
const PATIENCE_MS = 30_000

/**
 * Asks until `holds`; resolves to the ms after which the question was asked that got such an answer: how long the
 * answer itself takes does not count. Rejects, with what was last seen, when a question asked after `withinMs` doesn't.
 */
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
    if (holds(seen)) {
      if (askedAfter <= withinMs) return askedAfter
      throw new Error(`Held after ${Math.round(askedAfter)} ms, which is later than ${withinMs} ms`)
    }
    if (askedAfter > withinMs)
      throw new Error(`Did not hold ${Math.round(askedAfter)} ms later: ${String(seen).slice(0, 300)}`)
    await pause(everyMs)
  }
}

/** A front page that is asked for before the host's first answer lacks its reviews, and is another one with them. */
export const reviewsShown = (siteUrl: string): Promise<number> =>
  until(
    async () => (await read(siteUrl)).html,
    (html) => html.includes('Sample Review One'),
  )

/** Waits until every page answers: on a busy machine the site gives up on the lake for the first of them. */
export async function pagesShown(siteUrl: string): Promise<void> {
  for (const path of [...ROUTES, '/sitemap.xml'])
    await until(
      async () => (await read(siteUrl + path)).status,
      (status) => status === 200,
    )
}

/** What a browser says of a form that one of the site's own pages sends. */
export const FROM_OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' }

/** Markup to words: tags and React's comments gone, the commonest entities resolved. */
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

/** A cookie that says which plan was chosen, as a browser would send it after choosing. */
export const planCookie = (slug: string): string => `plan=${planValue(slug)}`

/** Gives a browser that cookie. */
export const keepPlan = (context: BrowserContext, url: string, slug: string): Promise<void> =>
  context.addCookies([{ name: 'plan', value: planValue(slug), url }])

const planValue = (slug: string): string =>
  encodeURIComponent(Buffer.from(JSON.stringify(slug)).toString('base64'))

/** Holds the page's script on its way until it is let go. */
export const holdScript = (page: Page, files = /\/assets\/.*\.js$/): Promise<() => void> =>
  holdBack(page, files)

/** Holds requests of a page on their way until they are let go. */
export async function holdBack(page: Page, requests: RegExp): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(requests, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

/** The time of what is loaded from here on passes only as `page.clock` is told. */
export async function stopTimeBeforeLoading(page: Page): Promise<void> {
  const time = Date.now()
  await page.clock.install({ time })
  await page.clock.pauseAt(time + 60_000) // that can't have passed
}

/**
 * Stops a page's time half a minute from now: a moment that is yet to come however long the machine takes, since time that has
 * passed can't be stopped. What was due until then is done, once.
 */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 30_000)
}

/** Whether React has hydrated the page, its forms perhaps not yet. */
export const isHydrated = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'hydrated' in document.documentElement.dataset)

/** Resolves once React has hydrated the page and its forms. Moves the pointer, because scripts wait for a first event. */
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
