import { createVerify, X509Certificate } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { rootCertificates } from 'node:tls'
import { crc32 } from 'node:zlib'
import { type PayPal, PayPalError } from '#app/backend/payments/paypal.ts'
import { faultOf } from '#app/platform/log.ts'

const FETCH_TIMEOUT_MS = 4_000
const MAX_CERTIFICATE_CHARS = 64 * 1024
/** Certificates are few and rarely change. */
const MAX_KEPT = 20
const VERIFY_PATH = '/v1/notifications/verify-webhook-signature'

type Verdict = { ok: true } | { ok: false; reason: string }
/** Throws PayPalError of kind `unavailable` when it can't tell: PayPal then sends the event again. */
export type VerifyWebhook = (headers: IncomingHttpHeaders, body: Buffer) => Promise<Verdict>

type Transmission = { id: string; time: string; signature: string; algorithm: string; certUrl: string }

/** PayPal's five headers; undefined where one is missing. */
function readTransmission(headers: IncomingHttpHeaders): Transmission | undefined {
  const of = (name: string) => String(headers[`paypal-${name}`] ?? '').slice(0, 2_000)
  const transmission = {
    id: of('transmission-id'),
    time: of('transmission-time'),
    signature: of('transmission-sig'),
    algorithm: of('auth-algo'),
    certUrl: of('cert-url'),
  }
  const { id, time, signature, algorithm } = transmission
  return id && time && signature && algorithm ? transmission : undefined
}

/** What is signed: id, time, the webhook's id, and the CRC32 of the raw body in decimal (PayPal: "Integrate webhooks"). */
export function signedText({ id, time }: Pick<Transmission, 'id' | 'time'>, webhookId: string, body: Buffer) {
  return `${id}|${time}|${webhookId}|${crc32(body)}`
}

type Options = {
  webhookId: string
  environment: 'sandbox' | 'live'
  paypal: Pick<PayPal, 'post'>
  /** For tests: PEM texts of the authorities, and how a certificate is fetched. */
  roots?: readonly string[]
  fetchText?: (url: string) => Promise<string>
}

/**
 * Verifies offline with PayPal's certificate, fetched from PayPal's hosts only and trusted only when it is PayPal's for messages
 * and its chain ends at a root that Node trusts. Where the chain can't be completed, PayPal's own verification is asked.
 */
export function createVerifier({
  webhookId,
  environment,
  paypal,
  roots = rootCertificates,
  fetchText = fetchCertificate,
}: Options): VerifyWebhook {
  const kept = new Map<string, Promise<X509Certificate | undefined>>()
  let authorities: X509Certificate[] | undefined

  const certificate = (url: string) => {
    const known = kept.get(url)
    if (known) return known
    if (kept.size >= MAX_KEPT) kept.clear()
    authorities ??= roots.map((pem) => new X509Certificate(pem))
    const found = fetchText(url).then((pem) => trustedLeaf(pem, authorities!, messageHost(environment)))
    kept.set(url, found)
    found.catch(() => kept.delete(url))
    return found
  }

  return async (headers, body) => {
    const transmission = readTransmission(headers)
    if (!transmission) return refuse('a header of PayPal’s is missing')
    if (transmission.algorithm !== 'SHA256withRSA') return refuse('unknown algorithm')
    if (!isPayPalUrl(transmission.certUrl)) return refuse('the certificate is not from PayPal')
    const leaf = await certificate(transmission.certUrl)
    if (!leaf || !isCurrent(leaf)) return askPayPal(transmission, body)
    const matches = createVerify('RSA-SHA256')
      .update(signedText(transmission, webhookId, body))
      .verify(leaf.publicKey, transmission.signature, 'base64')
    return matches ? { ok: true } : refuse('signature does not match')
  }

  async function askPayPal(of: Transmission, body: Buffer): Promise<Verdict> {
    const fields = {
      auth_algo: of.algorithm,
      cert_url: of.certUrl,
      transmission_id: of.id,
      transmission_sig: of.signature,
      transmission_time: of.time,
      webhook_id: webhookId,
    }
    // The event goes as it came: written anew, its bytes would no longer match the signature.
    const json = `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${body.toString('utf8')}}`
    const answer = (await paypal.post(VERIFY_PATH, json)) as { verification_status?: string }
    return answer.verification_status === 'SUCCESS' ? { ok: true } : refuse('PayPal does not know it')
  }
}

const refuse = (reason: string): Verdict => ({ ok: false, reason })

function isPayPalUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, username } = new URL(text)
  return protocol === 'https:' && port === '' && username === '' && hostname.endsWith('.paypal.com')
}

const messageHost = (environment: 'sandbox' | 'live') =>
  environment === 'live'
    ? 'messageverificationcerts.paypal.com'
    : 'messageverificationcerts.sandbox.paypal.com'

/** The first certificate of the text, if each is signed by the next and the last by a root; undefined if that can't be shown. */
function trustedLeaf(pem: string, roots: X509Certificate[], host: string): X509Certificate | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const chain = blocks.map((block) => new X509Certificate(block))
  const [leaf, ...others] = chain
  if (!leaf?.checkHost(host)) return undefined
  let current = leaf
  for (let depth = 0; depth < 6; depth++) {
    if (roots.some((root) => isIssuer(root, current) && isCurrent(root))) return leaf
    const next = others.find((candidate) => candidate.ca && isIssuer(candidate, current))
    if (!next || next === current || !isCurrent(next)) return undefined
    current = next
  }
  return undefined
}

const isIssuer = (issuer: X509Certificate, of: X509Certificate) =>
  of.checkIssued(issuer) && of.verify(issuer.publicKey)

function isCurrent({ validFrom, validTo }: X509Certificate): boolean {
  const now = Date.now()
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo)
}

async function fetchCertificate(url: string): Promise<string> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    const text = await response.text()
    if (response.ok && text.length <= MAX_CERTIFICATE_CHARS) return text
    throw new Error(`answered ${response.status}`)
  } catch (error) {
    throw new PayPalError(`PayPal’s certificate can’t be had: ${faultOf(error)}`, {
      kind: 'unavailable',
    })
  }
}
