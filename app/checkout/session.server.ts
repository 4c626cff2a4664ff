import { z } from 'zod'
import { paymentOutcome } from '#app/checkout/alerts.ts'
import { customerDetailsSchema } from '#app/checkout/customer-details.ts'
import { sealedCookie } from '#app/checkout/sealed-cookie.server.ts'

/** An order that this visitor began: what was agreed to when it was made. */
const order = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  priceCents: z.number().int().positive(),
  details: customerDetailsSchema,
})
export type BegunOrder = z.infer<typeof order>

/** Browsers keep about 4 KB in a cookie; two tabs are common, more are not. */
const MAX_ORDERS = 3

export type CheckoutSession = ReturnType<typeof createCheckoutSession>

/** What checkout remembers of a visitor, in cookies that only the site can read. */
export function createCheckoutSession(secret: string, secure: boolean) {
  const orders = sealedCookie('orders', z.array(order), secret, { secure })
  return {
    /** The saved customer details (specification 4, "Customer details"). */
    details: sealedCookie('details', customerDetailsSchema, secret, { secure }),
    /** What came of paying on PayPal's own page: shown once. */
    returned: sealedCookie('payment', paymentOutcome, secret, { secure, maxAge: 600 }),
    orders: {
      read: async (request: Request): Promise<BegunOrder[]> => (await orders.read(request)) ?? [],
      /** A `Set-Cookie` value that adds an order to those before. */
      add: async (request: Request, added: BegunOrder): Promise<string> =>
        orders.write([added, ...((await orders.read(request)) ?? [])].slice(0, MAX_ORDERS)),
    },
  }
}
