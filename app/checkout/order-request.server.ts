import type { AppLoadContext } from '@remix-run/node'
import type { CustomerDetails } from '#app/checkout/customer-details.ts'
import { chosenPlan } from '#app/checkout/plan-choice.server.ts'
import type { BegunOrder } from '#app/checkout/session.server.ts'
import type { Plan } from '#app/content/types.ts'
import { sha256 } from '#app/platform/evidence.server.ts'

/** What a visitor who presses pay wants an order for. */
export type OrderRequest = {
  plan: Plan | null
  details: CustomerDetails | null
  /** The visitor's orders of before. */
  before: BegunOrder[]
  /** `markOf` what the visitor's page shows; absent where the page didn't say. */
  shown?: string
  /** The order whose payment the page has told of last, or empty; absent where the page doesn't say such things. */
  told?: string
}

/**
 * Stands for what a checkout page shows: plan, price, saved details. Another tab may have changed them since, and nobody is
 * to pay for something else than what is before their eyes.
 */
export const markOf = (
  plan: Pick<Plan, 'slug' | 'title' | 'price'>,
  details: CustomerDetails | null,
): string => sha256(JSON.stringify([plan.slug, plan.title, plan.price, details])).slice(0, 16)

/** All of it comes from cookies and content; the body says only what the page showed. */
export async function readOrderRequest(
  request: Request,
  { content, checkout }: AppLoadContext,
): Promise<OrderRequest> {
  const form = await request.formData().catch(() => null) // not a form: it doesn't say
  const shown = form?.get('shown')
  const told = form?.get('told')
  return {
    plan: await chosenPlan(request, content),
    details: await checkout.details.read(request),
    before: await checkout.orders.read(request),
    ...(typeof shown === 'string' && { shown }),
    ...(typeof told === 'string' && { told }),
  }
}
