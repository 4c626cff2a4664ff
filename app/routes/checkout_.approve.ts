import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { type OrderOutcome, PAYMENT, type PaymentOutcome } from '#app/checkout/alerts.ts'
import { readOrderRequest } from '#app/checkout/order-request.server.ts'
import { callContext } from '#app/forms/call-context.server.ts'

export const loader = () => redirect('/checkout')

/** Leads to PayPal's own page for a new order, for visitors whose browser has no buttons. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { payments, checkout, log, requestId } = context
  const asked = await readOrderRequest(request, context)
  const from = callContext(request, context)
  const { outcome, orders = asked.before, approvalUrl } = await payments.createOrder(asked, from)
  // An order that nobody can approve takes no other's place.
  const isLost = outcome.ok && !approvalUrl
  const remember = await checkout.orders.change(request, asked.before, isLost ? asked.before : orders)
  if (approvalUrl) return redirect(approvalUrl, { status: 303, headers: remember })
  if (isLost) log('error', 'checkout: the host names no page of PayPal’s for its order', { requestId })
  const told = outcomeToTell(outcome)
  if (!told) return redirect('/checkout', 303)
  const tell = await checkout.returned.write(told)
  return redirect(`/checkout#${PAYMENT}`, { status: 303, headers: [...remember, ['Set-Cookie', tell]] })
}

function outcomeToTell(outcome: OrderOutcome): PaymentOutcome | undefined {
  // The host names no page of PayPal's for its order: it can’t be approved. The way to people stands beside.
  if (outcome.ok) return { kind: 'provider-error' }
  switch (outcome.reason) {
    case 'paid-before':
      return outcome.outcome
    case 'changed':
      return { kind: 'changed' }
    case 'failed':
      return { kind: 'provider-error' }
    case 'no-plan':
    case 'no-details': // the page says so itself
      return undefined
  }
}
