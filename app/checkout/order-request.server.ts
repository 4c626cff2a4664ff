import type { AppLoadContext } from '@remix-run/node'
import type { CustomerDetails } from '#app/checkout/customer-details.ts'
import { chosenPlan } from '#app/checkout/plan-choice.server.ts'
import type { Order } from '#app/checkout/session.server.ts'
import type { Plan } from '#app/content/types.ts'
import { sha256 } from '#app/platform/evidence.server.ts'

/** A visitor's request for an order. */
export type OrderRequest = {
  plan: Plan | null
  details: CustomerDetails | null
  /** The visitor's current order. */
  current: Order | null
  /** `markOf` what the page shows, if it said so. */
  shown?: string
  /** The key of the paid order whose success the page shows: its buyer buys again. */
  paid?: string
}

/**
 * A hash of what a checkout page shows: plan, price and saved details. Another tab may have changed them, and nobody should
 * pay for anything else than they see.
 */
export const markOf = (
  plan: Pick<Plan, 'slug' | 'title' | 'price'>,
  details: CustomerDetails | null,
): string => sha256(JSON.stringify([plan.slug, plan.title, plan.price, details])).slice(0, 16)

/** Reads plan, details and order from cookies and content; the body says only what the page shows. */
export async function readOrderRequest(
  request: Request,
  { content, checkout }: AppLoadContext,
): Promise<OrderRequest> {
  const form = await request.formData().catch(() => null) // not a form: it says nothing
  const field = (name: string) => {
    const value = form?.get(name)
    return typeof value === 'string' ? value : undefined
  }
  return {
    plan: await chosenPlan(request, content),
    details: await checkout.details.read(request),
    current: await checkout.order.read(request),
    shown: field('shown'),
    paid: field('paid'),
  }
}
