import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StandInRequest } from '#app/paypal-sandbox/api.ts'
import { approvalPage, unknownOrderPage } from '#app/paypal-sandbox/approval-page.ts'
import type { Orders } from '#app/paypal-sandbox/orders.ts'
import { OUTCOMES, type Outcome, type StandInReply } from '#app/paypal-sandbox/shapes.ts'
import type { Store } from '#app/paypal-sandbox/store.ts'
import { parseJson } from '#app/platform/parse-json.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
const html = (body: string, status = 200): StandInReply => ({
  status,
  body,
  type: 'text/html',
  headers: { 'content-security-policy': POLICY },
})
const json = (body: unknown, status = 200): StandInReply => ({
  status,
  body: JSON.stringify(body),
  type: 'application/json',
})
const isOutcome = (given: unknown): given is Outcome => OUTCOMES.some((outcome) => outcome === given)

/**
 * What a buyer's browser meets, relayed by the site:
 * `GET sdk/js` the JS SDK; `GET sdk/style.css`; `POST orders/{id}/approve` {outcome}, which its panel calls;
 * `GET checkoutnow?token={id}` PayPal's page for an order and `POST` its form. An order's id is known to its buyer only.
 */
export function createBrowserSide({ store, orders }: { store: Store; orders: Orders }) {
  const script = read('browser-sdk.js')
  const style = read('browser-sdk.css')
  const approve = (id: string, outcome: Outcome) => store.transaction(() => orders.approve(id, outcome))

  return async ({ method, path, url, body }: StandInRequest): Promise<StandInReply> => {
    const verb = method === 'HEAD' ? 'GET' : method
    const [, orderId] = /^\/orders\/([A-Z0-9]{17})\/approve$/.exec(path) ?? []
    const token = url.searchParams.get('token') ?? ''
    switch (`${verb} ${orderId ? '/approve' : path}`) {
      case 'GET /sdk/js':
        return { status: 200, body: script, type: 'text/javascript' }
      case 'GET /sdk/style.css':
        return { status: 200, body: style, type: 'text/css' }
      case 'POST /approve': {
        const { outcome = 'approve' } = Object(parseJson(body?.toString() || '{}') ?? { outcome: '' })
        if (!isOutcome(outcome)) return json({ error: 'There is no such outcome' }, 422)
        const kept = approve(orderId!, outcome)
        if (!kept) return json({ error: 'There is no such order, or it is paid' }, 404)
        return json({ orderID: orderId, payerID: kept.order.payer?.payer_id })
      }
      case 'GET /checkoutnow': {
        const kept = orders.find(token)
        return kept ? html(approvalPage(kept)) : html(unknownOrderPage(), 404)
      }
      case 'POST /checkoutnow': {
        const answer = new URLSearchParams(body?.toString()).get('outcome')
        const kept = orders.find(token)
        if (!kept) return html(unknownOrderPage(), 404)
        const isApproved = isOutcome(answer)
        if (isApproved) approve(token, answer)
        const back = isApproved ? kept.returnUrl : kept.cancelUrl
        if (!back) return html(approvalPage(kept, isApproved ? 'Approved.' : 'Cancelled.'))
        const target = new URL(back)
        target.searchParams.set('token', token)
        if (isApproved) target.searchParams.set('PayerID', 'STANDZNBUYER2')
        return { status: 303, headers: { location: target.href } }
      }
      default:
        return json({ error: 'There is nothing at this path' }, 404)
    }
  }
}
