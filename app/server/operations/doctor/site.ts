import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { VITALS_PATH } from '#app/analytics/vitals-path.ts'
import { XSRF_COOKIE, XSRF_HEADER, XSRF_PATH } from '#app/forms/xsrf.ts'
import type { Env } from '#app/platform/environment.server.ts'
import { isLoopbackName } from '#app/platform/loopback.ts'
import { ask, type Reply } from '#app/server/operations/doctor/ask.ts'
import { type Finding, missing, ok, type Setup, wrong } from '#app/server/operations/doctor/finding.ts'

/** An address for documentation (RFC 5737), as a visitor would forge it. */
const FORGED_ADDRESS = '192.0.2.1'

/** True if the site answers on PORT. Throws an Error if another program does. */
export async function isSiteRunning({ PORT }: Env): Promise<boolean> {
  const reply = await ask(`http://localhost:${PORT}/readyz`).catch(() => undefined)
  if (reply && !reply.headers['x-request-id'])
    throw new Error(`PORT=${PORT} is used by another program. Stop it, or set PORT`)
  return reply !== undefined
}

/** Sends requests to SITE_URL: to the running site, or before its start to a server of the doctor's own on PORT. */
export async function checkAddress({ env, isRunning }: Setup): Promise<Finding[]> {
  const { SITE_URL, TRUST_PROXY } = env
  const { protocol, hostname } = new URL(SITE_URL)
  if (protocol === 'http:')
    return isLoopbackName(hostname)
      ? [missing('address: no public SITE_URL, so only this machine reaches the site')]
      : [
          wrong(
            `address: SITE_URL=${SITE_URL} is not encrypted. Put a proxy with TLS in front, and set https:`,
          ),
        ]
  if (TRUST_PROXY === 0)
    return [
      wrong('proxy: SITE_URL is https, so a proxy is in front. Set TRUST_PROXY to the number of proxies'),
    ]
  return [isRunning ? await checkRunningSite(env) : await checkProxyHeaders(env)]
}

const unreachable = ({ SITE_URL }: Env, reason: string) =>
  wrong(`address: ${SITE_URL} can’t be reached (${reason}). Check DNS, the certificate and the proxy`)

/** Checks that SITE_URL leads to this installation, over TLS, with the headers that it needs. */
async function checkRunningSite(env: Env): Promise<Finding> {
  const { SITE_URL, PORT, STUDIO_URL, localLake } = env
  const reply = await ask(`${SITE_URL}/readyz`).catch((error: Error) => error)
  if (reply instanceof Error) return unreachable(env, reply.message)
  if (reply.status !== 200 || reply.text !== 'ready\n')
    return wrong(
      `address: ${SITE_URL}/readyz answers ${reply.status}. The proxy must pass it to port ${PORT}`,
    )
  if (!reply.headers['strict-transport-security'])
    return wrong('proxy: it removes Strict-Transport-Security. Let it pass the site’s headers')
  if (!(await acceptsTokenOf(env, await ask(SITE_URL + XSRF_PATH))))
    return wrong(
      `address: ${SITE_URL} leads to a site with another SESSION_SECRET. Correct the proxy or the secret`,
    )
  if (STUDIO_URL && !localLake) {
    const { origin } = new URL(STUDIO_URL)
    const inbox = await ask(`${SITE_URL}/api/staff/session`, { headers: { origin } })
    if (inbox.status === 403)
      return wrong('proxy: the site does not see https. Let the proxy set “X-Forwarded-Proto: https”')
  }
  return ok(
    `address: ${SITE_URL} leads to this site. X-Forwarded-For is checked while the product is stopped`,
  )
}

/** The local site refuses a token that another secret has made. The report itself is empty and not recorded. */
async function acceptsTokenOf({ PORT }: Env, { headers }: Reply): Promise<boolean> {
  const cookie = headers['set-cookie']?.map((line) => line.split(';')[0]).join('; ') ?? ''
  const [, token = ''] = new RegExp(`${XSRF_COOKIE}=([^;]+)`).exec(cookie) ?? []
  const { status } = await ask(`http://localhost:${PORT}${VITALS_PATH}`, {
    method: 'POST',
    headers: { cookie, [XSRF_HEADER]: token },
  })
  return status === 400
}

/** Answers PORT with 503 for a moment and looks at the headers with which a request to SITE_URL arrives. */
async function checkProxyHeaders(env: Env): Promise<Finding> {
  const { SITE_URL, PORT, TRUST_PROXY, STUDIO_URL, localLake } = env
  const nonce = randomUUID()
  let arrived: IncomingMessage | undefined
  const server = createServer((request, response) => {
    if (request.url?.includes(nonce)) arrived = request
    response.writeHead(503, { connection: 'close' }).end()
  })
  await once(server.listen(PORT), 'listening')
  const headers = { 'X-Forwarded-For': FORGED_ADDRESS }
  const reply = await ask(`${SITE_URL}/readyz?${nonce}`, { headers }).catch((error: Error) => error)
  server.close()
  if (!arrived) {
    if (reply instanceof Error) return unreachable(env, reply.message)
    if (reply.headers['x-request-id'])
      return missing('proxy: another copy of the site answered. Its headers can’t be checked from here')
    return wrong(`address: ${SITE_URL} answers ${reply.status}. The proxy must pass requests to port ${PORT}`)
  }
  const { 'x-forwarded-for': addresses = '', 'x-forwarded-proto': scheme } = arrived.headers
  const proxies = String(addresses)
    .split(',')
    .filter((address) => address.trim() && address.trim() !== FORGED_ADDRESS).length
  if (proxies === 0)
    return wrong(
      'proxy: it does not set X-Forwarded-For. nginx: proxy_set_header X-Forwarded-For $remote_addr;',
    )
  if (proxies !== TRUST_PROXY)
    return wrong(
      `proxy: X-Forwarded-For arrives with ${proxies} of ${TRUST_PROXY} addresses. Set TRUST_PROXY=${proxies}`,
    )
  if (scheme !== 'https' && STUDIO_URL && !localLake)
    return wrong('proxy: the site does not see https. Let the proxy set “X-Forwarded-Proto: https”')
  return ok(`proxy: ${SITE_URL} leads here, with the right X-Forwarded-For`)
}

/** Reads the reviews (call 2) from the backend. */
export async function checkBackend({ env, isRunning }: Setup): Promise<Finding[]> {
  const { embeddedHost, hostUrl, REVIEWS_HOST_URL = hostUrl } = env
  if (embeddedHost && !isRunning) return [missing('backend: it does not run')]
  const addresses = [...new Set([hostUrl, REVIEWS_HOST_URL])]
  return Promise.all(
    addresses.map(async (address) => {
      const reply = await ask(`${address.replace(/\/+$/, '')}/api/reviews`).catch((error: Error) => error)
      if (reply instanceof Error)
        return wrong(`backend: ${address} can’t be reached (${reply.message}). Start it, or correct HOST_URL`)
      // The embedded backend refuses unsigned calls.
      return reply.status < 500 && reply.status !== 404
        ? ok(`backend: ${address} answers`)
        : wrong(`backend: ${address}/api/reviews answers ${reply.status}. Correct HOST_URL`)
    }),
  )
}
