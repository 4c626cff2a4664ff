import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { PAYMENT_ID } from '#app/checkout/alerts.ts'
import { outcomeToShow, readOrderRequest } from '#app/checkout/order-request.server.ts'
import { callContext } from '#app/forms/call-context.server.ts'

export const loader = () => redirect('/checkout')

/** Creates an order and redirects to PayPal's own page, for visitors whose browser has no buttons. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { orders, checkout, log, requestId } = context
  const orderRequest = await readOrderRequest(request, context)
  const { outcome, order, approvalUrl } = await orders.create(orderRequest, callContext(request, context))
  const headers = new Headers()
  // Without a page nobody can approve the order, so it doesn't replace the visitor's current one.
  if (outcome.ok && !approvalUrl)
    log('error', 'checkout: the order from the host has no PayPal approval URL', { requestId })
  else if (order) headers.append('Set-Cookie', await checkout.order.write(order))
  if (outcome.ok && approvalUrl) return redirect(approvalUrl, { status: 303, headers })
  const shown = outcomeToShow(outcome)
  if (!shown) return redirect('/checkout', 303)
  // The page reads this outcome from the journal.
  if (shown.kind !== 'not-recorded') headers.append('Set-Cookie', await checkout.returned.write(shown))
  return redirect(`/checkout#${PAYMENT_ID}`, { status: 303, headers })
}
