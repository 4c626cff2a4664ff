import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { rememberPlan } from '#app/checkout/plan-choice.server.ts'

export const loader = () => redirect('/pricing')

/** Stores the chosen plan and redirects to checkout (specification 4, "Pricing"). */
export async function action({ request, context }: ActionFunctionArgs) {
  const { content, checkout, orders, siteUrl } = context
  const form = await request.formData().catch(() => null) // not a form
  const slug = form?.get('plan')
  const plan = typeof slug === 'string' ? await content.plan(slug) : null
  if (!plan?.slug) return redirect('/pricing', 303)
  const headers = new Headers({ 'Set-Cookie': await rememberPlan(plan.slug, siteUrl.startsWith('https:')) })
  const order = await checkout.order.read(request)
  // The success of an order for the same plan stays, because a buyer who has not seen it might pay twice.
  if (order && order.slug !== plan.slug && orders.isRecorded(order))
    headers.append('Set-Cookie', await checkout.order.clear())
  return redirect('/checkout', { status: 303, headers })
}

// A boundary per route keeps the layout mounted, with an open chat.
export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
