import type { AppLoadContext } from '@remix-run/node'
import type { OrderOutcome, PaymentOutcome } from '#app/checkout/alerts.ts'
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
  /** The `checkoutHash` of what the page shows. */
  shown?: string
  /** The key of the paid order whose success the page showed, if the buyer buys again. */
  paid?: string
}

/** A hash of the plan, price and details that a checkout page shows, so that nobody pays for something else. */
export const checkoutHash = (
  plan: Pick<Plan, 'slug' | 'title' | 'price'>,
  details: CustomerDetails | null,
): string => sha256(JSON.stringify([plan.slug, plan.title, plan.price, details])).slice(0, 16)

/** Reads plan, details and order from cookies and content. The body only contains the hash and the key. */
export async function readOrderRequest(
  request: Request,
  { content, checkout }: AppLoadContext,
): Promise<OrderRequest> {
  const form = await request.formData().catch(() => null) // not a form
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

/** The outcome that checkout shows if PayPal's page can't be opened; undefined if the page itself shows the reason. */
export function outcomeToShow(outcome: OrderOutcome): PaymentOutcome | undefined {
  if (outcome.ok) return { kind: 'provider-error' }
  switch (outcome.reason) {
    case 'paid-before':
      return outcome.outcome
    case 'changed':
      return { kind: 'changed' }
    case 'failed':
      return { kind: 'provider-error' }
    case 'no-plan':
    case 'no-details':
      return undefined
  }
}
