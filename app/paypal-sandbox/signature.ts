import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { isSameSecret } from '#app/platform/constant-time-equal.server.ts'

/** PayPal signs with a certificate. The sandbox shares a secret with the backend. */
const ALGORITHM = 'SANDBOXHMACSHA256'
const WEBHOOK_ID = 'SANDBOXWEBHOOK'

/** Returns PayPal's headers for a webhook. */
export function signWebhook(key: string, { id, time }: { id: string; time: string }, body: Buffer) {
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': signature(key, id, time, body).toString('hex'),
    'paypal-auth-algo': ALGORITHM,
    'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/SANDBOX',
  }
}

/** Returns true if a sandbox with this key sent the webhook. */
export function isSigned(key: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const header = (name: string) => String(headers[`paypal-${name}`] ?? '')
  if (header('auth-algo') !== ALGORITHM) return false
  const expected = signature(key, header('transmission-id'), header('transmission-time'), body)
  return isSameSecret(Buffer.from(header('transmission-sig'), 'hex'), expected)
}

/** Signs the same text as PayPal: id, time, webhook id and the body's CRC32, separated by `|`. */
const signature = (key: string, id: string, time: string, body: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(`${id}|${time}|${WEBHOOK_ID}|${crc32(body)}`)
    .digest()
