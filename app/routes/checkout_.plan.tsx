import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { rememberPlan } from '#app/checkout/plan-choice.server.ts'

// A choice that does not reach the site leaves the layout, with an open chat.
export { FailedPage as ErrorBoundary } from '#app/layout/failed-page.tsx'

/** Nothing to see here: choosing is a post. */
export const loader = () => redirect('/pricing')

/** Remembers the plan whose card was pressed and goes on to checkout (specification 4, "Pricing"). */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData().catch(() => null) // not a form: nothing was chosen
  const slug = form?.get('plan')
  const plan = typeof slug === 'string' ? await context.content.plan(slug) : null
  if (!plan?.slug) return redirect('/pricing', 303)
  return redirect('/checkout', {
    status: 303,
    headers: { 'Set-Cookie': await rememberPlan(plan.slug, context.siteUrl.startsWith('https:')) },
  })
}
