import { API } from '#app/backend/payments/paypal.ts'
import { ask } from '#app/server/operations/doctor/ask.ts'
import { type Finding, missing, ok, type Setup, wrong } from '#app/server/operations/doctor/finding.ts'

/** The events of PayPal that change an order (app/server/README.md). */
const EVENTS = [
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'CHECKOUT.ORDER.APPROVED',
]

type Webhook = { id: string; url: string; event_types?: { name: string }[] }

/** Logs in to PayPal and looks for the webhook of this site. */
export async function checkPayPal({ env, backend }: Setup): Promise<Finding[]> {
  const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret, PAYPAL_ENV: name = 'sandbox' } = env
  if (!id)
    return [missing(backend ? 'test payments: no PAYPAL_CLIENT_ID' : 'online payment: no PAYPAL_CLIENT_ID')]
  if (!backend || !secret) return [ok('PayPal: the backend of HOST_URL has the credentials')]
  const login = (base: string) =>
    ask(`${base}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    })
  const reply = await login(API[name])
  if (reply.status !== 200) {
    const other = name === 'live' ? 'sandbox' : 'live'
    const isOther = await login(API[other]).then(
      ({ status }) => status === 200,
      () => false,
    )
    return [
      wrong(
        isOther
          ? `PayPal: the credentials are for ${other}. Set PAYPAL_ENV=${other}`
          : `PayPal: ${name} refuses the credentials (${reply.status}). Copy both again: developer.paypal.com, Apps & Credentials`,
      ),
    ]
  }
  const money = name === 'live' ? 'real money' : 'no money moves'
  const { access_token: token } = reply.json as { access_token: string }
  return [ok(`PayPal: ${name} accepts the credentials; ${money}`), await checkWebhook()]

  async function checkWebhook(): Promise<Finding> {
    const url = `${env.SITE_URL}/webhooks/paypal`
    const { status, json } = await ask(`${API[name]}/v1/notifications/webhooks`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (status !== 200)
      return wrong(`webhook: PayPal does not list the webhooks (${status}). Try again later`)
    const { webhooks } = json as { webhooks: Webhook[] }
    const own = webhooks.find((webhook) => webhook.id === backend?.PAYPAL_WEBHOOK_ID)
    const here = webhooks.find((webhook) => webhook.url === url)
    if (!backend?.PAYPAL_WEBHOOK_ID)
      return missing(
        here
          ? `webhook: PayPal has one for ${url}. Set PAYPAL_WEBHOOK_ID=${here.id}`
          : `webhook: no PAYPAL_WEBHOOK_ID, so refunds are not shown. Add a webhook for ${url}`,
      )
    if (!own)
      return wrong(`webhook: PayPal’s ${name} app has no webhook of this PAYPAL_WEBHOOK_ID. Copy its id`)
    if (own.url !== url) return wrong(`webhook: PayPal sends to ${own.url}. Change it to ${url}`)
    const names = own.event_types?.map((event) => event.name) ?? []
    const absent = names.includes('*') ? [] : EVENTS.filter((event) => !names.includes(event))
    return absent.length === 0
      ? ok(`webhook: PayPal sends to ${url}`)
      : wrong(`webhook: add the events ${absent.join(', ')} at PayPal`)
  }
}
