import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { type OrderOutcome, PAYMENT, type PaymentOutcome } from '#app/checkout/alerts.ts'
import { readOrderRequest } from '#app/checkout/order-request.server.ts'
import { callContext } from '#app/host/call-context.server.ts'

export const loader = () => redirect('/checkout')

/** Leads to PayPal's own page for a new order, for visitors whose browser has no buttons; to people where the host names none. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { payments, checkout } = context
  const asked = await readOrderRequest(request, context)
  const from = callContext(request, context)
  const { outcome, orders = asked.before, approvalUrl } = await payments.createOrder(asked, from)
  const remember = await checkout.orders.change(request, asked.before, orders)
  if (approvalUrl) return redirect(approvalUrl, { status: 303, headers: remember })
  if (outcome.ok) return redirect('/contact-us', 303)
  const told = outcomeToTell(outcome)
  if (!told) return redirect('/checkout', 303)
  const tell = await checkout.returned.write(told)
  return redirect(`/checkout#${PAYMENT}`, { status: 303, headers: [...remember, ['Set-Cookie', tell]] })
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
