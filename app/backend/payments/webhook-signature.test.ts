import { expect, test } from 'vitest'
import { createVerifier } from '#app/backend/payments/webhook-signature.ts'

const WEBHOOK_ID = '8PT597110X687430LKGECATA'
const HEADERS = {
  'paypal-transmission-id': '69cd13f0-d67a-11e5-baa3-778b53f4ae55',
  'paypal-transmission-time': '2026-03-01T10:00:00Z',
  'paypal-transmission-sig': 'c2lnbmF0dXJl',
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42',
}
const body = Buffer.from('{"id":"WH-1", "event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"note":"é 🏡"}}')

function verifier(verification_status: string) {
  const posted: string[] = []
  const verify = createVerifier(WEBHOOK_ID, {
    async post(_path, json) {
      posted.push(json)
      return { verification_status }
    },
  })
  return { verify, posted }
}

test('PayPal verifies a webhook: its headers, and its body byte for byte', async () => {
  const { verify, posted } = verifier('SUCCESS')
  expect(await verify(HEADERS, body)).toEqual({ ok: true })
  expect(posted[0]).toContain(`"webhook_event":${body.toString('utf8')}}`)
  expect(JSON.parse(posted[0]!)).toMatchObject({
    webhook_id: WEBHOOK_ID,
    transmission_sig: HEADERS['paypal-transmission-sig'],
    cert_url: HEADERS['paypal-cert-url'],
  })
  expect(await verifier('FAILURE').verify(HEADERS, body)).toMatchObject({ ok: false })
})

test.each(Object.keys(HEADERS))('a webhook without %s is refused without a request', async (name) => {
  const { verify, posted } = verifier('SUCCESS')
  expect(await verify({ ...HEADERS, [name]: undefined }, body)).toMatchObject({ ok: false })
  expect(posted).toEqual([])
})
