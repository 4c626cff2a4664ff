import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { PAYMENT_ID, type PaymentOutcome } from '#app/checkout/alerts.ts'
import { callContext } from '#app/forms/call-context.server.ts'

/** Captures the current order after PayPal's own page redirected here (Orders v2, `return_url`). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token')
  const { orders, checkout } = context
  const order = await checkout.order.read(request)
  // The browser's Back button returns here from an earlier order.
  if (token && order?.id !== token && orders.wasRequested(token)) return redirect('/checkout')
  let outcome: PaymentOutcome
  if (!order)
    outcome = { kind: 'provider-error' } // PayPal's app may return to another browser
  else if (order.id !== token) outcome = { kind: 'changed' }
  else outcome = await orders.capture(order, callContext(request, context))
  // The journal contains this outcome. Its text may be too long for a cookie.
  if (outcome.kind === 'not-recorded') return redirect(`/checkout#${PAYMENT_ID}`)
  return redirect(`/checkout#${PAYMENT_ID}`, {
    headers: { 'Set-Cookie': await checkout.returned.write(outcome) },
  })
}
