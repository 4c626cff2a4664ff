import { API } from '#app/backend/payments/paypal.ts'
import { ask, type Check, type Finding, missing, ok, wrong } from '#app/server/operations/doctor/check.ts'

/** The events that change an order (app/server/README.md). */
const EVENTS = [
  ...['COMPLETED', 'DENIED', 'REFUNDED'].map((state) => `PAYMENT.CAPTURE.${state}`),
  'CHECKOUT.ORDER.APPROVED',
]
type Webhook = { id: string; url: string; event_types?: { name: string }[] }

/** Logs in to PayPal and looks for the site's webhook. */
export const checkPayPal: Check = async ({ env, backend }) => {
  const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret, PAYPAL_ENV: name = 'sandbox' } = env
  if (!id) return missing(`${backend ? 'test payments' : 'no online payment'}: no PAYPAL_CLIENT_ID`)
  if (!backend) return ok('PayPal: the backend of HOST_URL has the credentials')
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
  const login = (base: string) =>
    ask(`${base}/v1/oauth2/token`, { method: 'POST', headers, body: 'grant_type=client_credentials' })
  const { status, json } = await login(API[name])
  if (status !== 200) {
    const other = name === 'live' ? 'sandbox' : 'live'
    const isOther = (await login(API[other]).catch(() => undefined))?.status === 200
    return isOther
      ? wrong(`PayPal: the credentials are for ${other}. Set PAYPAL_ENV=${other}`)
      : wrong(`PayPal: ${name} refuses the credentials (${status}). Copy both from developer.paypal.com`)
  }
  const { access_token: token } = json as { access_token: string }
  const list = await ask(`${API[name]}/v1/notifications/webhooks`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { webhooks } = (list.json ?? {}) as { webhooks?: Webhook[] }
  const money = name === 'live' ? 'real money' : 'no money moves'
  return [
    ok(`PayPal: ${name} accepts the credentials; ${money}`),
    webhooks
      ? checkWebhook(
          webhooks,
          `https://${new URL(env.SITE_URL).host}/webhooks/paypal`,
          backend.PAYPAL_WEBHOOK_ID,
        )
      : wrong(`webhook: PayPal does not list the webhooks (${list.status}). Try again later`),
  ]
}

function checkWebhook(webhooks: Webhook[], url: string, id: string | undefined): Finding {
  const own = webhooks.find((webhook) => webhook.id === id)
  const here = webhooks.find((webhook) => webhook.url === url)
  const advice = here ? `Set PAYPAL_WEBHOOK_ID=${here.id}` : `Add a webhook for ${url} at PayPal`
  if (!id) return missing(`webhook: no PAYPAL_WEBHOOK_ID, so refunds are not shown. ${advice}`)
  if (!own) return wrong(`webhook: PayPal has none of this PAYPAL_WEBHOOK_ID. ${advice}`)
  if (own.url !== url) return wrong(`webhook: PayPal sends to ${own.url}. Change it to ${url}`)
  const names = own.event_types?.map((event) => event.name) ?? []
  const absent = names.includes('*') ? [] : EVENTS.filter((event) => !names.includes(event))
  return absent.length === 0
    ? ok(`webhook: PayPal sends to ${url}`)
    : wrong(`webhook: add the events ${absent.join(', ')} at PayPal`)
}
