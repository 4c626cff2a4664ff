import { z } from 'zod'
import { paymentOutcome } from '#app/checkout/alerts.ts'
import { customerDetailsSchema } from '#app/checkout/customer-details.ts'
import { sealedCookie } from '#app/platform/sealed-cookie.server.ts'

/** An order with the plan, price and details that the buyer agreed to. */
const order = z.object({
  /** Created by the site, because `<host>` may return the same id twice. */
  key: z.string(),
  /** The order id of `<host>`. */
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  priceCents: z.number().int().positive(),
  details: customerDetailsSchema,
})
export type Order = z.infer<typeof order>

/** Browsers drop cookies above 4,096 bytes. The order's cookie also contains the details. */
export const MAX_DETAILS_COOKIE_BYTES = 3_000

export type CheckoutSession = ReturnType<typeof createCheckoutSession>

/** The cookies of checkout. Only the site can read them. */
export const createCheckoutSession = (secret: string, secure: boolean) => ({
  /** The saved customer details (specification 4, "Customer details"). */
  details: sealedCookie('details', customerDetailsSchema, secret, { secure }),
  /** The visitor's one current order. No other order can be captured. */
  order: sealedCookie('order', order, secret, { secure }),
  /** The outcome of a payment on PayPal's own page, shown once. */
  returned: sealedCookie('payment', paymentOutcome, secret, { secure, maxAge: 600 }),
})
