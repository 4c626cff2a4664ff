import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import type { PaymentOutcome } from '#app/checkout/alerts.ts'
import { callContext } from '#app/host/call-context.server.ts'
import { readForm } from '#app/host/form-post.server.ts'

export const loader = () => redirect('/checkout')

/** Captures an order of this visitor that PayPal's buttons say is approved (specification 7, calls 5 and 6). */
export async function action({ request, context }: ActionFunctionArgs) {
  const orderId = (await readForm(request)).get('orderID')
  const orders = await context.checkout.orders.read(request)
  const order = orders.find(({ id }) => id === orderId)
  if (!order) return Response.json({ kind: 'provider-error' } satisfies PaymentOutcome, { status: 404 })
  return Response.json(await context.payments.capture(order, callContext(request, context), orders))
}
