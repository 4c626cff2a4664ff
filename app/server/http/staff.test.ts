import type { ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { parseEnv } from '#app/platform/environment.server.ts'
import * as route from '#app/routes/api.staff.$call.ts'
import { createApp } from '#app/server/http/app.ts'
import { listen } from '#app/server/listen.test-support.ts'
import type { Services } from '#app/server/load-context.ts'
import { createMetrics } from '#app/server/observability/metrics.ts'
import { liveSite, STUDIO } from '#app/staff/staff.test-support.ts'
import { rawRequest } from '#tests/support/http.ts'

const BEHIND_TLS = { Origin: STUDIO, 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.5' }

/** The site's Express app with this one route, behind `proxies` of our own. */
async function startSite(proxies = 1) {
  const site = await liveSite()
  const id = 'routes/api.staff.$call'
  const build = {
    entry: { module: { default: () => new Response('a page') } },
    routes: { [id]: { id, path: 'api/staff/:call', module: route } },
    assets: { routes: {} },
    future: {},
  } as unknown as ServerBuild
  const app = createApp({
    env: parseEnv({
      SESSION_SECRET: 'x'.repeat(32),
      TRUST_PROXY: `${proxies}`,
    }),
    services: { staff: site.staff, paymentSetup: { kind: 'none' } } as unknown as Services,
    metrics: createMetrics(),
    build,
    media: (_request, response) => void response.status(404).end(),
    isReady: async () => true,
  })
  const port = await listen(app)
  const send = (method: string, path: string, headers: Record<string, string> = BEHIND_TLS, body?: string) =>
    rawRequest(`http://127.0.0.1:${port}`, path, { method, headers, body })
  const signIn = async (headers: Record<string, string> = BEHIND_TLS, path = '/api/staff/session') => {
    const body = JSON.stringify({ secret: await site.newSecret() })
    const length = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }
    return send('POST', path, { ...headers, ...length }, body)
  }
  return { ...site, send, signIn }
}

test('requests of the Studio reach the backend: preflight, sign-in, list', async () => {
  const { send, signIn } = await startSite()
  const preflight = await send('OPTIONS', '/api/staff/enquiries')
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe(STUDIO)
  const { token } = JSON.parse((await signIn()).text)
  const list = await send('GET', '/api/staff/enquiries?page=1', {
    ...BEHIND_TLS,
    Authorization: `Bearer ${token}`,
  })
  expect([list.status, JSON.parse(list.text).total]).toEqual([200, 0])
  expect(list.headers.get('Cache-Control')).toBe('no-store')
  expect(list.headers.get('Vary')).toContain('Origin')
})

test.each<[string, number, Record<string, string>]>([
  ['plain http', 1, { ...BEHIND_TLS, 'X-Forwarded-Proto': 'http' }],
  ['a proxy that does not name the protocol', 1, { Origin: STUDIO }],
  ['a header that the client itself sent', 0, BEHIND_TLS],
])('%s does not count as HTTPS', async (_case, proxies, headers) => {
  const { send, signIn, forwarded } = await startSite(proxies)
  for (const answer of [await send('GET', '/api/staff/session', headers), await signIn(headers)]) {
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('needs HTTPS')
  }
  expect(forwarded()).toEqual([])
})
