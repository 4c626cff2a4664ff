import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { chosenPlan } from '#app/checkout/plan-choice.server.ts'
import { callContext } from '#app/host/call-context.server.ts'

export const loader = () => redirect('/checkout')

/** Leads to PayPal's own page for a new order, for visitors whose browser has no buttons; else to people. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { payments, checkout, content } = context
  const { outcome, orders, approvalUrl } = await payments.createOrder(
    await chosenPlan(request, content),
    await checkout.details.read(request),
    await checkout.orders.read(request),
    callContext(request, context),
  )
  if (orders && approvalUrl) {
    return redirect(approvalUrl, {
      status: 303,
      headers: { 'Set-Cookie': await checkout.orders.write(orders) },
    })
  }
  if (!outcome.ok && outcome.reason === 'paid-before') {
    const headers = { 'Set-Cookie': await checkout.returned.write(outcome.outcome) }
    return redirect('/checkout', { status: 303, headers })
  }
  if (!outcome.ok && outcome.reason !== 'failed') return redirect('/checkout', 303)
  return redirect('/contact-us', 303)
}
