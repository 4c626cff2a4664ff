import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BACKEND } from '#tests/faults/endpoints/backend.ts'
import type { Endpoint, Running } from '#tests/faults/endpoints/endpoint.ts'
import { LAKE } from '#tests/faults/endpoints/lake.ts'
import { SITE } from '#tests/faults/endpoints/site.ts'
import { MARKUP, type Sent } from '#tests/faults/generators.ts'
import { SAME_ORIGIN_HEADERS } from '#tests/support/http.ts'

// Bodies differ in each run. fast-check shrinks a failure and prints its seed.
const RUNS = 1_000

/** A line of a stack trace, a path of our files, a database error. */
const INTERNALS = /\n\s+at \S.*:\d+:\d+|node_modules\/|\/(?:app|studio)\/\w+\/\S+\.ts|SQLITE_|SqliteError/

let count = 0
async function sendRequest(base: string, endpoint: Endpoint, running: Running, sent?: Sent, search?: string) {
  const { path, method = 'POST', headers } = endpoint
  const url = search === undefined ? base + path : `${base}${path}?${search}`
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

/** Checks the rules for every response, whatever the request. */
function checkResponse({ answer, text }: Awaited<ReturnType<typeof sendRequest>>) {
  const { status, headers } = answer
  const type = headers.get('Content-Type') ?? ''
  const summary = `${status} ${type} ${text.slice(0, 500)}`
  expect(status, summary).toBeLessThan(500)
  expect(text).not.toMatch(INTERNALS)
  if (type.startsWith('text/html')) expect(text, summary).not.toContain(MARKUP)
  else if (text) expect(headers.get('X-Content-Type-Options'), summary).toBe('nosniff')
  const location = headers.get('Location')
  if (location) expect(new URL(location, answer.url).origin).toBe(new URL(answer.url).origin)
  if (type.startsWith('application/json')) JSON.parse(text)
}

/** Registers a test for each endpoint of site, backend and lake. */
export function testGeneratedBodies(running: () => Running): void {
  const parts = [
    { part: 'site', endpoints: SITE, base: () => running().siteUrl },
    { part: 'backend', endpoints: BACKEND, base: () => running().hostUrl },
    { part: 'lake', endpoints: LAKE, base: () => running().lakeUrl },
  ]
  for (const { part, endpoints, base } of parts)
    describe(`${RUNS} generated requests to the ${part}`, () => {
      for (const endpoint of endpoints)
        test(`${endpoint.method ?? 'POST'} ${endpoint.path}`, async () => {
          const { bodies = fc.constant(undefined), search = fc.constant(undefined) } = endpoint
          const property = fc.asyncProperty(bodies, search, async (sent, search) => {
            checkResponse(await sendRequest(base(), endpoint, running(), sent, search))
          })
          await fc.assert(property, { numRuns: RUNS })
        })
    })
}
