import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { chosenPlan } from '#app/checkout/plan-choice.server.ts'
import { callContext } from '#app/host/call-context.server.ts'

export const loader = () => redirect('/checkout')

/** Begins an order for the chosen plan, for PayPal's buttons (specification 7, call 4). */
export async function action({ request, context }: ActionFunctionArgs) {
  const { payments, checkout, content } = context
  const { outcome, orders } = await payments.createOrder(
    await chosenPlan(request, content),
    await checkout.details.read(request),
    await checkout.orders.read(request),
    callContext(request, context),
  )
  return Response.json(outcome, {
    status: outcome.ok ? 200 : outcome.reason === 'failed' ? 502 : 409,
    headers: orders ? { 'Set-Cookie': await checkout.orders.write(orders) } : {},
  })
}
