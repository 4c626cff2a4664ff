import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { readOrderRequest } from '#app/checkout/order-request.server.ts'
import { callContext } from '#app/forms/call-context.server.ts'

export const loader = () => redirect('/checkout')

/** Creates an order for the chosen plan, for PayPal's buttons (specification 7, call 4). */
export async function action({ request, context }: ActionFunctionArgs) {
  const { orders, checkout } = context
  const orderRequest = await readOrderRequest(request, context)
  const { outcome, order } = await orders.create(orderRequest, callContext(request, context))
  return Response.json(outcome, {
    status: outcome.ok ? 200 : outcome.reason === 'failed' ? 502 : 409,
    headers: order && { 'Set-Cookie': await checkout.order.write(order) },
  })
}
