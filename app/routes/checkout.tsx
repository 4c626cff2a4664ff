import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Checkout } from '#app/checkout/checkout.tsx'
import { NoPlan } from '#app/checkout/choose-plan-first.tsx'
import { checkoutHash } from '#app/checkout/order-request.server.ts'
import { chosenPlan } from '#app/checkout/plan-choice.server.ts'
import { saveDetails } from '#app/checkout/save-details.server.ts'
import { saveDetailsClientAction } from '#app/checkout/save-details.ts'
import { saleCents } from '#app/content/money.ts'
import { SettingsProvider, useSettings } from '#app/content/settings.tsx'
import { callContext } from '#app/forms/call-context.server.ts'
import { reloadOnSuccess } from '#app/forms/client-action.ts'
import { HYDRATE_IMMEDIATELY } from '#app/layout/deferred-scripts.ts'
import { loaderHeaders } from '#app/layout/page-headers.ts'
import { documentMeta, siteOf } from '#app/seo/meta.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { content, checkout, orders, paymentSetup } = context
  const { checkoutWords: labels } = await content.settings()
  const plan = await chosenPlan(request, content)
  const headers = new Headers({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' })
  const flash = await checkout.returned.read(request)
  if (flash) headers.append('Set-Cookie', await checkout.returned.clear())
  const order = await checkout.order.read(request)
  const returned = flash ?? (order && (await orders.lastKnown(order, callContext(request, context))))
  const priceCents = plan && saleCents(plan)
  if (!plan?.title || !priceCents) return data({ labels, line: null, returned }, { headers })
  const line = { title: plan.title, priceCents }
  const details = await checkout.details.read(request)
  const shown = checkoutHash(plan, details)
  const measured = (await content.measuring().catch(() => null)) && {
    event: { plan: plan.slug ?? '', amount: Math.round(priceCents / 100) },
    isReturn: Boolean(flash),
  }
  return data(
    { labels, line, details, shown, setup: paymentSetup, returned, ...(measured && { measured }) },
    { headers },
  )
}

export const action = ({ request, context }: ActionFunctionArgs) => saveDetails(request, context.checkout)

export const clientAction = saveDetailsClientAction
export const shouldRevalidate = reloadOnSuccess

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) =>
  documentMeta({ title: loaded?.labels?.heading ?? null, seo: null }, siteOf(matches))

export const headers = loaderHeaders
export const handle = HYDRATE_IMMEDIATELY

export default function CheckoutRoute() {
  const { labels, ...loaded } = useLoaderData<typeof loader>()
  const settings = useSettings()
  return (
    <SettingsProvider value={{ ...settings, checkoutWords: labels }}>
      {loaded.line ? <Checkout {...loaded} /> : <NoPlan returned={loaded.returned} />}
    </SettingsProvider>
  )
}

export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
