import { z } from 'zod'
import { type PaymentOutcome, paymentOutcome } from '#app/checkout/alerts.ts'
import { customerDetailsSchema } from '#app/checkout/customer-details.ts'
import { sealedCookie } from '#app/checkout/sealed-cookie.server.ts'
import { sha256 } from '#app/platform/evidence.server.ts'

/** An order that this visitor began: what was agreed to when it was made. */
const order = z.object({
  id: z.string(),
  /** What its purchase is kept under, where `<host>` gave this id to an earlier order too. */
  keptAs: z.string().optional(),
  slug: z.string(),
  title: z.string(),
  priceCents: z.number().int().positive(),
  details: customerDetailsSchema,
  /** It is paid and recorded, and this visitor was told so. */
  told: z.literal(true).optional(),
  /** The page that it was begun on says what it told. */
  confirms: z.literal(true).optional(),
  /** Cookies of those for its plan that its visitor had been told of before: it is not taken for them, though a late answer sets them again. */
  after: z.array(z.string()).optional(),
})
export type BegunOrder = z.infer<typeof order>

/** What an order's purchase is kept under: its id, unless another had that before. */
export const nameOf = ({ id, keptAs }: Pick<BegunOrder, 'id' | 'keptAs'>): string => keptAs ?? id
/** The cookie of an order: short, however long a host's ids are. */
export const cookieNameOf = (order: BegunOrder): string => `order-${sha256(nameOf(order)).slice(0, 16)}`
const ORDER_COOKIES = /\border-[0-9a-f]{16}(?==)/g
/** More than tabs begin at the same moment: a header has room for hundreds, and each is looked for in all of it. */
const MOST_COOKIES = 12
/** The oldest first, as browsers send them (RFC 6265, 5.4). */
const orderCookiesOf = (request: Request): string[] =>
  [...new Set(request.headers.get('Cookie')?.match(ORDER_COOKIES))].slice(-MOST_COOKIES)

/** Browsers drop a cookie of more than 4,096 bytes, attributes included. */
const MAX_COOKIE_BYTES = 4_000
/** With details that take more, the cookie of an order, which has plan and ids beside them, could be too large. */
export const MAX_DETAILS_COOKIE_BYTES = 3_000

export type CheckoutSession = ReturnType<typeof createCheckoutSession>

/** What checkout remembers of a visitor, in cookies that only the site can read. */
export function createCheckoutSession(secret: string, secure: boolean) {
  const orderCookie = (name: string) => sealedCookie(name, order, secret, { secure })
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
    /** Each has a cookie of its own: what one tab begins, or is told, does not replace what another does at the same moment. */
    orders: {
      /** The newest first. */
      async read(request: Request): Promise<BegunOrder[]> {
        const read = await Promise.all(orderCookiesOf(request).map((name) => orderCookie(name).read(request)))
        return read.filter((order) => order !== null).reverse()
      },
      /**
       * Headers by which the browser that sent `request`, whose orders were read as `before`, remembers `after`. What could not be
       * read, as it was sealed with another secret, goes.
       */
      async change(
        request: Request,
        before: BegunOrder[],
        after: BegunOrder[],
      ): Promise<['Set-Cookie', string][]> {
        const names = after.map(cookieNameOf)
        const forgotten = orderCookiesOf(request).filter((name) => !names.includes(name))
        const changed = after.filter((order) => !before.includes(order))
        const changes = await Promise.all([
          ...changed.map((order) => orderCookie(cookieNameOf(order)).write(order)),
          ...forgotten.map((name) => orderCookie(name).clear()),
        ])
        return changes.map((cookie) => ['Set-Cookie', cookie])
      },
    },
  }
}
