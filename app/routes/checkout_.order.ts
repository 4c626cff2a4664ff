import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { readOrderRequest } from '#app/checkout/order-request.server.ts'
import { callContext } from '#app/forms/call-context.server.ts'

export const loader = () => redirect('/checkout')

/** Begins an order for the chosen plan, for PayPal's buttons (specification 7, call 4). */
export async function action({ request, context }: ActionFunctionArgs) {
  const { payments, checkout } = context
  const asked = await readOrderRequest(request, context)
  const { outcome, orders = asked.before } = await payments.createOrder(asked, callContext(request, context))
  return Response.json(outcome, {
    status: outcome.ok ? 200 : outcome.reason === 'failed' ? 502 : 409,
    headers: await checkout.orders.change(request, asked.before, orders),
  })
}
