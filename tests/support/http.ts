import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { ROUTES } from '#tests/support/routes.ts'

type FetchedPage = { status: number; html: string; headers: Headers; ms: number }

/** Fetches a page without following redirects. `ms` is the time to the last byte. */
export async function fetchPage(url: string, headers: Record<string, string> = {}): Promise<FetchedPage> {
  const startedAt = performance.now()
  const answer = await fetch(url, { headers, redirect: 'manual' })
  const html = await answer.text()
  return { status: answer.status, html, headers: answer.headers, ms: performance.now() - startedAt }
}

/** Sends a request with an unchanged path and any headers, which `fetch` does not allow. */
export const rawRequest = (
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

const TIMEOUT_MS = 30_000

/** Polls `ask` until `holds` accepts its result. Resolves to the ms until that poll began; rejects after `withinMs`. */
export async function until<T>(
  ask: () => Promise<T>,
  holds: (seen: T) => boolean,
  {
    withinMs = TIMEOUT_MS,
    everyMs = 10,
    since = performance.now(),
  }: { withinMs?: number; everyMs?: number; since?: number } = {},
): Promise<number> {
  for (;;) {
    const askedAfter = performance.now() - since
    const seen = await ask()
    if (askedAfter > withinMs)
      throw new Error(`Not as expected after ${Math.round(askedAfter)} ms: ${String(seen).slice(0, 300)}`)
    if (holds(seen)) return askedAfter
    await pause(everyMs)
  }
}

export const waitForReviews = (siteUrl: string): Promise<number> =>
  until(
    async () => (await fetchPage(siteUrl)).html,
    (html) => html.includes('Sample Review One'),
  )

export async function waitForPages(siteUrl: string): Promise<void> {
  for (const path of [...ROUTES, '/sitemap.xml'])
    await until(
      async () => (await fetchPage(siteUrl + path)).status,
      (status) => status === 200,
    )
}

/** The header that a browser sends with a form of its own site. */
export const SAME_ORIGIN_HEADERS = { 'Sec-Fetch-Site': 'same-origin' }

/** The text of HTML, without tags and with the most common entities decoded. */
export const htmlToText = (html: string): string =>
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

/** The Cookie header of a visitor who has chosen a plan. */
export const planCookie = (slug: string): string => `plan=${planCookieValue(slug)}`

export const planCookieValue = (slug: string): string =>
  encodeURIComponent(Buffer.from(JSON.stringify(slug)).toString('base64'))
