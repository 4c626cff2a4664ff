import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Basket } from '#app/checkout/basket.tsx'
import { NoPlan } from '#app/checkout/no-plan.tsx'
import { chosenPlan } from '#app/checkout/plan-choice.server.ts'
import { documentMeta } from '#app/content/meta.ts'
import { toCents } from '#app/content/money.ts'
import { loaderHeaders } from '#app/layout/document-page.tsx'
import { settingsOf } from '#app/layout/settings-match.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const plan = await chosenPlan(request, context.content)
  const line =
    plan?.title && plan.price !== null ? { title: plan.title, priceCents: toCents(plan.price) } : null
  return data({ line }, { headers: { 'Cache-Control': 'private, no-store' } })
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => {
  const settings = settingsOf(matches)
  if (!settings) return []
  return documentMeta(
    {
      title: settings.checkoutWords?.heading ?? null,
      seo: { title: null, description: null, noIndex: true },
    },
    settings,
  )
}

export const headers = loaderHeaders

export default function CheckoutRoute() {
  const { line } = useLoaderData<typeof loader>()
  return line ? <Basket line={line} /> : <NoPlan />
}
