import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { signedText } from '#app/backend/payments/webhook-signature.ts'
import { isSameSecret } from '#app/platform/same-secret.server.ts'

/** PayPal signs with a certificate's key; the stand-in, which has none, with a key of its own and of the host's. */
const ALGORITHM = 'STANDINHMACSHA256'
const WEBHOOK_ID = 'STANDINWEBHOOK'

/** PayPal's webhook headers for one transmission, with the same signed text as PayPal's; hex, for it has to begin with a letter or a digit. */
export function signWebhook(key: string, { id, time }: { id: string; time: string }, body: Buffer) {
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': signature(key, id, time, body).toString('hex'),
    'paypal-auth-algo': ALGORITHM,
    'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/STANDIN',
  }
}

/** Whether the stand-in with this key sent it. */
export function isSigned(key: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const of = (name: string) => String(headers[`paypal-${name}`] ?? '')
  if (of('auth-algo') !== ALGORITHM) return false
  const expected = signature(key, of('transmission-id'), of('transmission-time'), body)
  return isSameSecret(Buffer.from(of('transmission-sig'), 'hex'), expected)
}

function signature(key: string, id: string, time: string, body: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(signedText({ id, time }, WEBHOOK_ID, body))
    .digest()
}
