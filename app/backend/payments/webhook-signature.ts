import { createVerify, X509Certificate } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { rootCertificates } from 'node:tls'
import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { type PayPal, PayPalError } from '#app/backend/payments/paypal.ts'
import { describeError } from '#app/platform/log.ts'

const FETCH_TIMEOUT_MS = 4_000
const MAX_CERTIFICATE_CHARS = 64 * 1024
const MAX_CHAIN = 6
/** Certificates are few and rarely change. */
const MAX_CACHED = 20
const VERIFY_PATH = '/v1/notifications/verify-webhook-signature'
/** The host name in PayPal's certificate for webhooks. */
const CERTIFICATE_HOST = {
  live: 'messageverificationcerts.paypal.com',
  sandbox: 'messageverificationcerts.sandbox.paypal.com',
}

type Verdict = { ok: true } | { ok: false; reason: string }
/** Throws PayPalError of kind `unavailable` if it can't verify now. PayPal then sends the event again. */
export type VerifyWebhook = (headers: IncomingHttpHeaders, body: Buffer) => Promise<Verdict>

/** The signed text (PayPal: "Integrate webhooks"). */
export const signedText = ({ id, time }: { id: string; time: string }, webhookId: string, body: Buffer) =>
  `${id}|${time}|${webhookId}|${crc32(body)}`

type Options = {
  webhookId: string
  environment: 'sandbox' | 'live'
  paypal: Pick<PayPal, 'post'>
  /** For tests. */
  roots?: readonly string[]
  fetchText?: (url: string) => Promise<string>
}

/** Verifies webhooks offline with PayPal's certificate, or by PayPal's API if its chain is incomplete. */
export function createVerifier({
  webhookId,
  environment,
  paypal,
  roots = rootCertificates,
  fetchText = fetchCertificate,
}: Options): VerifyWebhook {
  const certificates = new LRUCache<string, { trusted: X509Certificate | undefined }>({
    max: MAX_CACHED,
    async fetchMethod(url) {
      const pem = await fetchText(url)
      const authorities = roots.map((root) => new X509Certificate(root))
      return { trusted: trustedLeaf(pem, authorities, CERTIFICATE_HOST[environment]) }
    },
  })

  return async (headers, body) => {
    const header = (name: string) => String(headers[`paypal-${name}`] ?? '').slice(0, 2_000)
    const fields = {
      auth_algo: header('auth-algo'),
      cert_url: header('cert-url'),
      transmission_id: header('transmission-id'),
      transmission_sig: header('transmission-sig'),
      transmission_time: header('transmission-time'),
      webhook_id: webhookId,
    }
    const { transmission_id: id, transmission_time: time, transmission_sig: signature } = fields
    if (!id || !time || !signature) return refuse('a header of PayPal’s is missing')
    if (fields.auth_algo !== 'SHA256withRSA') return refuse('unknown algorithm')
    if (!isPayPalUrl(fields.cert_url)) return refuse('the certificate is not from PayPal')
    const { trusted } = await certificates.forceFetch(fields.cert_url)
    if (trusted && isCurrent(trusted)) {
      const verifier = createVerify('RSA-SHA256').update(signedText({ id, time }, webhookId, body))
      const matches = verifier.verify(trusted.publicKey, signature, 'base64')
      return matches ? { ok: true } : refuse('signature does not match')
    }
    // The unchanged body: serialized again, its bytes would not match the signature.
    const json = `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${body.toString('utf8')}}`
    const answer = (await paypal.post(VERIFY_PATH, json)) as { verification_status?: string }
    return answer.verification_status === 'SUCCESS' ? { ok: true } : refuse('PayPal does not know it')
  }
}

const refuse = (reason: string): Verdict => ({ ok: false, reason })

function isPayPalUrl(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && !url.port && !url.username && url.hostname.endsWith('.paypal.com')
}

/** The first certificate of the text, if it is for the host, and each is signed by the next up to a root. */
function trustedLeaf(pem: string, roots: X509Certificate[], host: string): X509Certificate | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const [leaf, ...others] = blocks.slice(0, MAX_CHAIN).map((block) => new X509Certificate(block))
  const signs = (issuer: X509Certificate, certificate: X509Certificate) =>
    isCurrent(issuer) && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  const isTrusted = (certificate: X509Certificate, rest: X509Certificate[]): boolean =>
    roots.some((root) => signs(root, certificate)) ||
    rest.some(
      (next) =>
        next.ca &&
        signs(next, certificate) &&
        isTrusted(
          next,
          rest.filter((other) => other !== next),
        ),
    )
  return leaf?.checkHost(host) && isTrusted(leaf, others) ? leaf : undefined
}

const isCurrent = ({ validFromDate, validToDate }: X509Certificate) =>
  validFromDate <= new Date() && new Date() <= validToDate

async function fetchCertificate(url: string): Promise<string> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    const text = await response.text()
    if (response.ok && text.length <= MAX_CERTIFICATE_CHARS) return text
    throw new Error(`answered ${response.status}`)
  } catch (error) {
    throw new PayPalError(`no certificate: ${describeError(error)}`, { kind: 'unavailable' })
  }
}
