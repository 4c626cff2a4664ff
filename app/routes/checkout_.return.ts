import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { PAYMENT, type PaymentOutcome } from '#app/checkout/alerts.ts'
import { nameOf } from '#app/checkout/session.server.ts'
import { callContext } from '#app/forms/call-context.server.ts'

/** Where PayPal's own page leads back to: captures the order that it names (PayPal, Orders v2, `return_url`). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token')
  const { payments, checkout } = context
  const orders = await checkout.orders.read(request)
  const order = orders.find(({ id }) => id === token)
  // Back leads over PayPal's page of an order that is done to here again: it did not fail since a later one took its place.
  if (!token || (!order && payments.wasAsked(token))) return redirect('/checkout')
  // PayPal's app leads back into another browser than it was opened from, which knows of no order: nothing is captured there.
  const outcome: PaymentOutcome = order
    ? await payments.capture(order, callContext(request, context), orders)
    : { kind: 'provider-error' }
  const isPaid = order && outcome.kind === 'success'
  // A page that comes to nobody tells nobody: where script runs it says what it told.
  const after = isPaid && !order.confirms ? payments.told(orders, order) : orders
  const remember = await checkout.orders.change(request, orders, after)
  const tell = await checkout.returned.write(
    isPaid && order.confirms ? { ...outcome, orderId: nameOf(order) } : outcome,
  )
  return redirect(`/checkout#${PAYMENT}`, { headers: [...remember, ['Set-Cookie', tell]] })
}
