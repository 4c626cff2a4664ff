import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from '#app/platform/zod.ts'
import { HOST } from '#tests/faults/endpoints/backend.ts'
import { type Endpoint, type Running, refusal } from '#tests/faults/endpoints/endpoint.ts'
import { LAKE, lakeRefusal } from '#tests/faults/endpoints/lake.ts'
import { SITE } from '#tests/faults/endpoints/site.ts'
import { MARKUP, type Sent } from '#tests/faults/generators.ts'
import { SAME_ORIGIN_HEADERS } from '#tests/support/http.ts'

// Each run sends other bodies. fast-check shrinks a failure and prints the seed that repeats it.
const RUNS = 1_000

/** A line of a stack trace, a path of our files, a database error. */
const INTERNALS = /\n\s+at \S.*:\d+:\d+|node_modules\/|\/(?:app|studio)\/\w+\/\S+\.ts|SQLITE_|SqliteError/

let count = 0
async function ask(base: string, endpoint: Endpoint, running: Running, sent?: Sent, search?: string) {
  const { at, method = 'POST', headers } = endpoint
  const url = search === undefined ? base + at : `${base}${at}?${search}`
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    body: sent?.body || undefined,
    headers: {
      ...SAME_ORIGIN_HEADERS,
      'X-Forwarded-For': `198.18.${(++count >> 8) % 256}.${count % 256}`,
      ...sent?.headers,
      ...headers?.(sent, running),
    },
  })
  return { answer, text: await answer.text() }
}

/** Checks what every response must fulfil, whatever was sent. */
function check(endpoint: Endpoint, { answer, text }: Awaited<ReturnType<typeof ask>>, refused: z.ZodType) {
  const { status, headers } = answer
  const type = headers.get('Content-Type') ?? ''
  const summary = `${status} ${type} ${text.slice(0, 500)}`
  expect(status, summary).toBeLessThan(500)
  expect(text).not.toMatch(INTERNALS)
  if (type.startsWith('text/html')) expect(text, summary).not.toContain(MARKUP)
  else if (text) expect(headers.get('X-Content-Type-Options'), summary).toBe('nosniff')
  const location = headers.get('Location')
  if (location) expect(new URL(location, answer.url).origin).toBe(new URL(answer.url).origin)
  const given = type.startsWith('application/json') ? JSON.parse(text) : text
  if (status < 300) expect(endpoint.answer.safeParse(given).error?.message, summary).toBeUndefined()
  else if (status >= 400) expect(refused.safeParse(given).error?.message, summary).toBeUndefined()
}

/** Registers a test for each endpoint of site, host and lake. */
export function testGeneratedBodies(running: () => Running): void {
  const parts = [
    { part: 'site', endpoints: SITE, base: () => running().siteUrl, refused: z.unknown() },
    { part: 'host', endpoints: HOST, base: () => running().hostUrl, refused: refusal },
    { part: 'lake', endpoints: LAKE, base: () => running().lakeUrl, refused: lakeRefusal },
  ]
  for (const { part, endpoints, base, refused } of parts)
    describe(`${RUNS} generated requests to the ${part}`, () => {
      for (const endpoint of endpoints)
        test(`${endpoint.method ?? 'POST'} ${endpoint.at}`, async () => {
          const { bodies, search } = endpoint
          const requests = fc.record({
            sent: bodies ?? fc.constant(undefined),
            search: search ?? fc.constant(undefined),
          })
          const property = fc.asyncProperty(requests, async (request) => {
            check(endpoint, await ask(base(), endpoint, running(), request.sent, request.search), refused)
          })
          await fc.assert(property, { numRuns: RUNS })
        })
    })
}
