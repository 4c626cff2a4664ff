import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { type OrderOutcome, PAYMENT, type PaymentOutcome } from '#app/checkout/alerts.ts'
import { readOrderRequest } from '#app/checkout/order-request.server.ts'
import { callContext } from '#app/host/call-context.server.ts'

export const loader = () => redirect('/checkout')

/** Leads to PayPal's own page for a new order, for visitors whose browser has no buttons; else to people. */
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
  const told = outcome.ok ? undefined : outcomeToTell(outcome)
  if (told) {
    const headers = { 'Set-Cookie': await checkout.returned.write(told) }
    return redirect(`/checkout#${PAYMENT}`, { status: 303, headers })
  }
  if (!outcome.ok && outcome.reason !== 'failed') return redirect('/checkout', 303)
  return redirect('/contact-us', 303)
}

function outcomeToTell(refusal: Exclude<OrderOutcome, { ok: true }>): PaymentOutcome | undefined {
  if (refusal.reason === 'paid-before') return refusal.outcome
  return refusal.reason === 'changed' ? { kind: 'changed' } : undefined
}
