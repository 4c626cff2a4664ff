import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import type { PaymentOutcome } from '#app/checkout/alerts.ts'
import { nameOf } from '#app/checkout/session.server.ts'
import { callContext } from '#app/forms/call-context.server.ts'
import { readForm } from '#app/forms/form-post.server.ts'

export const loader = () => redirect('/checkout')

/**
 * Captures an order of this visitor that PayPal's buttons say is approved (specification 7, calls 5 and 6); with the intent
 * `look` only says what has become of it. The answer may come to nobody: that a success was told is what the page says then,
 * with the intent `told`.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request)
  const { payments, checkout } = context
  const orders = await checkout.orders.read(request)
  const from = callContext(request, context)
  const id = form.get('orderID')
  if (form.get('intent') === 'told') {
    const after = await payments.confirmed(orders, String(id), from)
    return new Response(null, { status: 204, headers: await checkout.orders.change(request, orders, after) })
  }
  const order = orders.find((own) => own.id === id)
  if (!order) return Response.json({ kind: 'provider-error' } satisfies PaymentOutcome, { status: 404 })
  const outcome = await (form.get('intent') === 'look'
    ? payments.look(order, from)
    : payments.capture(order, from, orders))
  const answer: PaymentOutcome = outcome.kind === 'success' ? { ...outcome, orderId: nameOf(order) } : outcome
  return Response.json(answer)
}
