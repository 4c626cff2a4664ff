import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import type { PaymentOutcome } from '#app/checkout/alerts.ts'
import { callContext } from '#app/forms/call-context.server.ts'
import { isNativePost, readForm } from '#app/forms/form-post.server.ts'

export const loader = () => redirect('/checkout')

/**
 * Captures the visitor's current order once PayPal's buttons say that it is approved (specification 7, calls 5 and 6). With the
 * intent `look` it only tells the outcome of the order `key`; with `dismiss` it forgets that order, whose success was shown.
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
  // Another tab may have dismissed that order, or begun a new one.
  if (intent === 'look')
    return answer(order && isNamed ? await orders.status(order, from) : { kind: 'changed' })
  if (!order) return answer({ kind: 'provider-error' }, 404)
  // Another tab has begun a new order: this one is never captured, or both might be.
  if (order.id !== form.get('orderID')) return answer({ kind: 'changed' }, 409)
  return answer(await orders.capture(order, from))
}
