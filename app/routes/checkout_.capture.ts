import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import type { PaymentOutcome } from '#app/checkout/alerts.ts'
import { callContext } from '#app/host/call-context.server.ts'
import { readForm } from '#app/host/form-post.server.ts'

export const loader = () => redirect('/checkout')

/**
 * Captures an order of this visitor that PayPal's buttons say is approved (specification 7, calls 5 and 6); with the intent
 * `look` only says what has become of it.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request)
  const orders = await context.checkout.orders.read(request)
  const order = orders.find(({ id }) => id === form.get('orderID'))
  if (!order) return Response.json({ kind: 'provider-error' } satisfies PaymentOutcome, { status: 404 })
  const from = callContext(request, context)
  const { payments, checkout } = context
  const outcome = await (form.get('intent') === 'look'
    ? payments.look(order, from)
    : payments.capture(order, from, orders))
  const after = outcome.kind === 'success' ? payments.told(orders, order) : orders
  return Response.json(outcome, { headers: await checkout.orders.change(request, orders, after) })
}
