import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { Env } from '#app/platform/environment.server.ts'
import { isLoopbackName } from '#app/platform/loopback.ts'
import { ask, type Check, type Finding, missing, ok, wrong } from '#app/server/operations/doctor/check.ts'
import { checkPorts } from '#app/server/process/preflight.ts'

/** An address for documentation (RFC 5737), as a visitor would forge it. */
const FORGED_ADDRESS = '192.0.2.1'

/** Whether the site answers on PORT. Throws an Error if another program uses one of the product's ports. */
export async function isSiteRunning(env: Env): Promise<boolean> {
  const reply = await ask(`http://localhost:${env.PORT}/readyz`).catch(() => undefined)
  if (reply?.text.endsWith('ready\n')) return true
  await checkPorts(env)
  return false
}

/** Sends requests to SITE_URL: to the running site, or before its start to a server of the doctor's own on PORT. */
export const checkAddress: Check = async ({ env, isRunning }) => {
  const { protocol, hostname } = new URL(env.SITE_URL)
  if (protocol === 'http:')
    return isLoopbackName(hostname)
      ? missing('address: no public SITE_URL, so only this machine reaches the site')
      : wrong(`address: ${env.SITE_URL} is not encrypted. Put a proxy with TLS in front`)
  if (env.TRUST_PROXY === 0) return wrong('proxy: https needs one. Set TRUST_PROXY to the number of proxies')
  const finding = isRunning ? checkRunningSite(env) : checkProxyHeaders(env)
  return finding.catch(({ message }: Error) =>
    wrong(`address: ${env.SITE_URL}: ${message}. Check DNS, the certificate and the proxy`),
  )
}

async function checkRunningSite({ SITE_URL, PORT }: Env): Promise<Finding> {
  const { status, text, headers } = await ask(`${SITE_URL}/readyz`)
  if (status !== 200 || text !== 'ready\n')
    return wrong(`address: ${SITE_URL}/readyz answers ${status}. The proxy must pass it to port ${PORT}`)
  return headers['strict-transport-security']
    ? ok(`address: ${SITE_URL} is ready. X-Forwarded-For can be checked while it is stopped`)
    : wrong('proxy: it removes Strict-Transport-Security. Let it pass the site’s headers')
}

/** Answers PORT with 503 for a moment, and looks at the headers with which a request to SITE_URL arrives. */
async function checkProxyHeaders({ SITE_URL, PORT, TRUST_PROXY }: Env): Promise<Finding> {
  const nonce = randomUUID()
  let arrived: IncomingMessage | undefined
  const server = createServer((request, response) => {
    if (request.url?.includes(nonce)) arrived = request
    response.writeHead(503, { connection: 'close' }).end()
  })
  await once(server.listen(PORT), 'listening')
  const forged = { headers: { 'X-Forwarded-For': FORGED_ADDRESS } }
  const reply = await ask(`${SITE_URL}/readyz?${nonce}`, forged).finally(() => server.close())
  if (!arrived)
    return reply.text === 'ready\n'
      ? missing('proxy: another copy of the site answered, so its headers are not checked')
      : wrong(`address: ${SITE_URL} answers ${reply.status}. The proxy must pass requests to port ${PORT}`)
  const addresses = String(arrived.headers['x-forwarded-for'] ?? '').split(/[\s,]+/)
  const proxies = addresses.filter((address) => address && address !== FORGED_ADDRESS).length
  if (proxies === 0) return wrong('proxy: it sets no X-Forwarded-For. See “In front” in app/server/README.md')
  if (proxies !== TRUST_PROXY)
    return wrong(
      `proxy: X-Forwarded-For has ${proxies} addresses, not ${TRUST_PROXY}. Set TRUST_PROXY=${proxies}`,
    )
  if (arrived.headers['x-forwarded-proto'] !== 'https')
    return wrong('proxy: the site sees no https. Let the proxy set “X-Forwarded-Proto: https”')
  return ok(`proxy: ${SITE_URL} leads here, with the right X-Forwarded-For`)
}
