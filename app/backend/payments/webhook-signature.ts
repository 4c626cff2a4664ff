import type { IncomingHttpHeaders } from 'node:http'
import type { PayPal } from '#app/backend/payments/paypal.ts'

const VERIFY_PATH = '/v1/notifications/verify-webhook-signature'

type Verdict = { ok: true } | { ok: false; reason: string }
/** Throws PayPalError of kind `unavailable` if it can't verify now. PayPal then sends the event again. */
export type VerifyWebhook = (headers: IncomingHttpHeaders, body: Buffer) => Promise<Verdict>

/** Verifies webhooks by PayPal's API (PayPal: "Integrate webhooks"). */
export function createVerifier(webhookId: string, paypal: Pick<PayPal, 'post'>): VerifyWebhook {
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
    // A forged event without them costs no request.
    if (Object.values(fields).includes('')) return refuse('a header of PayPal’s is missing')
    // The unchanged body: serialized again, its bytes would not match the signature.
    const json = `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${body.toString('utf8')}}`
    const answer = (await paypal.post(VERIFY_PATH, json)) as { verification_status?: string }
    return answer.verification_status === 'SUCCESS' ? { ok: true } : refuse('PayPal does not know it')
  }
}

const refuse = (reason: string): Verdict => ({ ok: false, reason })
