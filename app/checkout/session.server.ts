import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type PaymentOutcome, paymentOutcome } from '#app/checkout/alerts.ts'
import { customerDetailsSchema } from '#app/checkout/customer-details.ts'
import { sealedCookie } from '#app/checkout/sealed-cookie.server.ts'
import { sha256 } from '#app/host/evidence.server.ts'

/** An order that this visitor began: what was agreed to when it was made. */
const order = z.object({
  id: z.string(),
  /** What its purchase is kept under, where `<host>` gave this id to an earlier order too. */
  keptAs: z.string().optional(),
  slug: z.string(),
  title: z.string(),
  priceCents: z.number().int().positive(),
  details: customerDetailsSchema,
  /** It is paid and recorded, and this visitor's browser has had an answer that says so. */
  told: z.literal(true).optional(),
})
export type BegunOrder = z.infer<typeof order>

/** What an order's purchase is kept under: its id, unless another had that before. */
export const nameOf = ({ id, keptAs }: Pick<BegunOrder, 'id' | 'keptAs'>): string => keptAs ?? id
/** Short, however long a host's ids are. */
const hashOf = (order: Parameters<typeof nameOf>[0]): string => sha256(nameOf(order)).slice(0, 16)

/** As the cookie holds them: details that are those of the order before are left out, or few orders would fit. */
const keptOrders = z.array(order.partial({ details: true }))

/** Two tabs are common, more are not. */
const MAX_ORDERS = 3
/** Browsers drop a cookie of more than 4,096 bytes, attributes included. */
const MAX_COOKIE_BYTES = 4_000
/** With details that take more, the cookie of an order, which has plan and ids beside them, would be too large. */
export const MAX_DETAILS_COOKIE_BYTES = 3_650

export type CheckoutSession = ReturnType<typeof createCheckoutSession>

/** What checkout remembers of a visitor, in cookies that only the site can read. */
export function createCheckoutSession(secret: string, secure: boolean) {
  const orders = sealedCookie('orders', keptOrders, secret, { secure })
  const told = sealedCookie('told', z.array(z.string()), secret, { secure })
  const returned = sealedCookie('payment', paymentOutcome, secret, { secure, maxAge: 600 })
  return {
    /** The saved customer details (specification 4, "Customer details"). */
    details: sealedCookie('details', customerDetailsSchema, secret, { secure }),
    /** What came of paying on PayPal's own page: shown once. */
    returned: {
      ...returned,
      /** An error of `<host>` that a browser would not keep is shortened. */
      async write(outcome: PaymentOutcome): Promise<string> {
        const cookie = await returned.write(outcome)
        if (cookie.length <= MAX_COOKIE_BYTES || outcome.kind !== 'not-recorded' || !outcome.error)
          return cookie
        const letters = [...outcome.error]
        return this.write({ ...outcome, error: letters.slice(0, letters.length / 2).join('') })
      },
    },
    orders: {
      async read(request: Request): Promise<BegunOrder[]> {
        const hashes = (await told.read(request)) ?? []
        let last: BegunOrder['details'] | undefined
        return ((await orders.read(request)) ?? []).flatMap(({ details = last, ...rest }) => {
          last = details
          const isTold = rest.told || hashes.includes(hashOf(rest))
          return details ? [{ ...rest, details, ...(isTold && { told: true as const }) }] : []
        })
      },
      /** A `Set-Cookie` value with the first of these, as many as a browser keeps. */
      async write(all: BegunOrder[]): Promise<string> {
        const kept = all.map(({ details, ...rest }, index) =>
          isDeepStrictEqual(details, all[index - 1]?.details) ? rest : { ...rest, details },
        )
        for (let count = Math.min(kept.length, MAX_ORDERS); ; count--) {
          const cookie = await orders.write(kept.slice(0, count))
          if (cookie.length <= MAX_COOKIE_BYTES || count <= 1) return cookie
        }
      },
      /**
       * A `Set-Cookie` value with those of these that are told. A cookie of their own: while one is captured, another tab may have
       * begun one more, which the orders of before, written anew, would lose.
       */
      writeTold: (all: BegunOrder[]): Promise<string> =>
        told.write(all.filter((order) => order.told).map(hashOf)),
    },
  }
}
