import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { type OrderOutcome, PAYMENT, type PaymentOutcome } from '#app/checkout/alerts.ts'
import { readOrderRequest } from '#app/checkout/order-request.server.ts'
import { callContext } from '#app/host/call-context.server.ts'

export const loader = () => redirect('/checkout')

/** Leads to PayPal's own page for a new order, for visitors whose browser has no buttons; to people where the host names none. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { payments, checkout } = context
  const { outcome, orders, approvalUrl } = await payments.createOrder(
    await readOrderRequest(request, context),
    callContext(request, context),
  )
  if (orders && approvalUrl) {
    return redirect(approvalUrl, {
      status: 303,
      headers: { 'Set-Cookie': await checkout.orders.write(orders) },
    })
  }
  if (outcome.ok) return redirect('/contact-us', 303)
  const told = outcomeToTell(outcome)
  if (!told) return redirect('/checkout', 303)
  const headers = new Headers({ 'Set-Cookie': await checkout.returned.write(told) })
  if (orders) headers.append('Set-Cookie', await checkout.orders.writeTold(orders))
  return redirect(`/checkout#${PAYMENT}`, { status: 303, headers })
}

function outcomeToTell(refusal: Exclude<OrderOutcome, { ok: true }>): PaymentOutcome | undefined {
  switch (refusal.reason) {
    case 'paid-before':
      return refusal.outcome
    case 'changed':
      return { kind: 'changed' }
    case 'failed':
      return { kind: 'provider-error' }
    case 'no-plan':
    case 'no-details': // the page says so itself
      return undefined
  }
}
