import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import type { PaymentOutcome } from '#app/checkout/alerts.ts'
import { callContext } from '#app/forms/call-context.server.ts'
import { isNativePost, readForm } from '#app/forms/form-post.server.ts'

export const loader = () => redirect('/checkout')

/**
 * Captures the visitor's current order after approval by PayPal's buttons (specification 7, calls 5 and 6). The intent
 * `look` only returns the outcome of the order `key`. `dismiss` clears that order after its success was shown.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { orders, checkout } = context
  const form = await readForm(request)
  const order = await checkout.order.read(request)
  const from = callContext(request, context)
  const intent = form.get('intent')
  const isNamed = order?.key === form.get('key')
  if (intent === 'dismiss') {
    const headers = new Headers()
    if (order && isNamed && orders.isRecorded(order)) headers.set('Set-Cookie', await checkout.order.clear())
    return isNativePost(request)
      ? redirect('/checkout', { status: 303, headers })
      : Response.json({ ok: true }, { headers })
  }
  const answer = (outcome: PaymentOutcome, status = 200) => Response.json(outcome, { status })
  // Another tab may have dismissed this order or started a new one.
  if (intent === 'look')
    return answer(order && isNamed ? await orders.status(order, from) : { kind: 'changed' })
  if (!order) return answer({ kind: 'provider-error' }, 404)
  // Another tab has started a new order. Capturing this one too could charge twice.
  if (order.id !== form.get('orderID')) return answer({ kind: 'changed' }, 409)
  return answer(await orders.capture(order, from))
}
