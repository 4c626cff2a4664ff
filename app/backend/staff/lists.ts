import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { phoneKey } from '#app/backend/consents.ts'
import { readDocument, text } from '#app/backend/document.ts'
import { statesWith } from '#app/backend/payments/order-states.ts'
import { capturesOf } from '#app/backend/payments/order-store.ts'
import type { Database } from '#app/backend/schema.ts'
import { asciiEmail } from '#app/platform/email-address.ts'

export const MAX_LIMIT = 200
/** Which boxes were ticked. */
const CONSENTS = ['any', 'sms', 'marketing', 'none'] as const
const REVIEWS = ['shown', 'pending', 'hidden'] as const
/** `paid`: the money is with us. `attention`: where it is is not known, or nobody recorded who bought. */
const PAYMENTS = ['paid', 'refunded', 'attention', 'unpaid'] as const
const PAID = statesWith('paid')
const ATTENTION = statesWith('unknown', 'wrong')
const UNPAID = statesWith('none')

const paging = {
  q: text(200).pipe(z.string().trim()).default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(50),
}
const consentQuery = z.strictObject({ ...paging, consent: z.enum(CONSENTS).optional() })
const reviewQuery = z.strictObject({ ...paging, state: z.enum(REVIEWS).optional() })
const purchaseQuery = z.strictObject({ ...paging, state: z.enum(PAYMENTS).optional() })

/** A page of a list, newest first; `total` counts all that match. */
type Listed<Item> = { items: Item[]; total: number; page: number; limit: number }

// Each list takes an address’s search: `q` (every word must be found), `page` (from 1), `limit` (at most 200) and a filter.
// They throw HttpError 422 for anything else.

export function listEnquiries(db: Database, search: URLSearchParams) {
  const query = readDocument(consentQuery, Object.fromEntries(search))
  const rows = db
    .selectFrom('enquiries')
    .where(holds(query.q, ['firstName', 'lastName', 'email', 'phone']))
    .where(consented(query.consent))
  return listed(
    query,
    rows.select(count),
    rows
      .select([
        'id',
        'receivedAt',
        'firstName',
        'lastName',
        'email',
        'phone',
        'smsConsent',
        'marketingConsent',
        'campaign',
      ])
      .orderBy('receivedAt', 'desc')
      .orderBy('id'),
  )
}

export function listReviewsForStaff(db: Database, search: URLSearchParams) {
  const query = readDocument(reviewQuery, Object.fromEntries(search))
  const rows = db
    .selectFrom('reviews')
    .where(holds(query.q, ['firstName', 'lastName', 'companyName', 'jobTitle', 'reviewDescription']))
    .$if(query.state === 'shown', (all) => all.where('hiddenAt', 'is', null).where('pending', '=', 0))
    .$if(query.state === 'pending', (all) => all.where('pending', '=', 1))
    .$if(query.state === 'hidden', (all) => all.where('hiddenAt', 'is not', null))
  return listed(
    query,
    rows.select(count),
    rows
      .select([
        'id',
        'date',
        'firstName',
        'lastName',
        'companyName',
        'jobTitle',
        'reviewDescription',
        'rating',
        'hiddenAt',
        'pending',
        'sample',
      ])
      .orderBy('date', 'desc')
      .orderBy('id'),
  )
}

export function listConsents(db: Database, search: URLSearchParams) {
  const query = readDocument(consentQuery, Object.fromEntries(search))
  const rows = db
    .selectFrom('consents')
    .where(holds(query.q, ['firstName', 'lastName', 'email', 'phone', 'phoneKey']))
    .where(consented(query.consent))
  return listed(
    query,
    rows.select(count),
    rows
      .select(['sequence', 'recordedAt', 'firstName', 'lastName', 'email', 'phone', 'smsConsent'])
      .select(['marketingConsent', 'page'])
      .orderBy('sequence', 'desc'),
  )
}

/**
 * Orders with what is recorded of their buyers; `recordedAt` is null where that is missing. Money is integer cents. What
 * PayPal’s own reports call a transaction is a capture: `captures` has its id.
 */
export async function listPurchases(db: Database, search: URLSearchParams) {
  const query = readDocument(purchaseQuery, Object.fromEntries(search))
  const rows = db
    .selectFrom('paymentOrders as o')
    .leftJoin('purchases as p', 'p.orderId', 'o.id')
    .where(
      sql<SqlBool>`(${holds(query.q, ['p.firstName', 'p.lastName', 'p.userEmail', 'p.phone', 'o.title', 'o.paypalOrderId'])}
        or exists (select 1 from payment_captures as c where c.id = ${query.q} and c.order_id = o.id))`,
    )
    .$if(query.state === 'paid', (all) => all.where('o.state', 'in', PAID))
    .$if(query.state === 'refunded', (all) => all.where('o.state', '=', 'refunded'))
    .$if(query.state === 'unpaid', (all) => all.where('o.state', 'in', UNPAID))
    .$if(query.state === 'attention', (all) =>
      all.where((is) =>
        is.or([
          is('o.state', 'in', ATTENTION),
          is.and([is('o.state', 'in', PAID), is('p.orderId', 'is', null)]),
        ]),
      ),
    )
  const page = await listed(
    query,
    rows.select(count),
    rows
      .select(['o.id', 'o.paypalOrderId', 'o.state', 'o.amountCents', 'o.currency', 'o.title', 'o.createdAt'])
      .select(['p.recordedAt', 'p.userEmail', 'p.firstName', 'p.lastName', 'p.phone', 'p.address', 'p.city'])
      .select('p.state as region')
      .orderBy('o.createdAt', 'desc')
      .orderBy('o.id'),
  )
  const ids = page.items.map(({ id }) => id)
  const resent = await receiptsResent(db, ids)
  const captures = await capturesOf(db, ids)
  const refunded = await refundedOf(db, ids)
  return {
    ...page,
    items: page.items.map((item) => ({
      ...item,
      captures: captures.get(item.id)?.join(' ') ?? null,
      refundedCents: refunded.get(item.id) ?? 0,
      receiptResentAt: resent.get(item.id) ?? null,
    })),
  }
}

/** The cents that were given back, by order. */
async function refundedOf(db: Database, orderIds: string[]): Promise<Map<string, number>> {
  const refunded = new Map<string, number>()
  if (orderIds.length === 0) return refunded
  const rows = await db
    .selectFrom('paymentRefunds')
    .select(['orderId', 'amountCents'])
    .where('state', '=', 'COMPLETED')
    .where('orderId', 'in', orderIds)
    .execute()
  for (const { orderId, amountCents } of rows)
    refunded.set(orderId, (refunded.get(orderId) ?? 0) + amountCents)
  return refunded
}

/** When a receipt was last sent once more, by order. */
async function receiptsResent(db: Database, orderIds: string[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('paymentEvents')
    .select(['orderId', 'at'])
    .where('type', '=', 'receipt.resent')
    .where('orderId', 'in', orderIds)
    .orderBy('sequence')
    .execute()
  return new Map(rows.map(({ orderId, at }) => [orderId, at]))
}

const count = sql<number | string>`count(*)`.as('total')

/** One page of the ordered rows. */
async function listed<Tables, Table extends keyof Tables, Item>(
  { page, limit }: { page: number; limit: number },
  counted: { executeTakeFirstOrThrow(): Promise<{ total: number | string }> },
  rows: SelectQueryBuilder<Tables, Table, Item>,
): Promise<Listed<Item>> {
  const { total } = await counted.executeTakeFirstOrThrow()
  const items = await rows
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { items: items as Item[], total: Number(total), page, limit }
}

const digitsOf = (column: string) =>
  [' ', '-', '(', ')', '+', '.'].reduce(
    (text, sign) => sql`replace(${text}, ${sql.lit(sign)}, '')`,
    sql`${sql.ref(column)}`,
  )

/**
 * Small letters without accents for those of Latin (Latin-1 to Extended-B, Extended Additional), Greek and Cyrillic that
 * are not: PostgreSQL's own `lower` knows, in the locale C, none but A to Z.
 */
const PLAIN_LETTERS = new Map(
  [
    [0xc0, 0x24f],
    [0x370, 0x52f],
    [0x1e00, 0x1eff],
  ]
    .flatMap(([first, last]) => Array.from({ length: last! - first! + 1 }, (_, n) => first! + n))
    .map((code) => String.fromCodePoint(code))
    .map((letter) => [letter, letter.normalize('NFD')[0]!.toLowerCase()] as const)
    .filter(([letter, plain]) => plain !== letter),
)
const [ACCENTED, PLAIN] = [[...PLAIN_LETTERS.keys()].join(''), [...PLAIN_LETTERS.values()].join('')]

const plainOf = (word: string) =>
  word.toLowerCase().replace(/./gu, (letter) => PLAIN_LETTERS.get(letter) ?? letter)

/** Every word of `q` stands in one of the columns, whatever its case and accents; `%` and `_` are letters like others. */
function holds(q: string, columns: string[]): RawBuilder<SqlBool> {
  const words = q.split(/\s+/).filter(Boolean)
  if (words.length === 0) return sql<SqlBool>`1 = 1`
  const phone = columns.find((column) => /(^|\.)phone$/.test(column))
  // Of a row's columns one text, as no word has a blank: thousands of rows are looked through while visitors wait.
  const given = sql`concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))})`
  // PostgreSQL goes through all letters for each sign of a text: where it is of ASCII alone, as most are, there is nothing to do.
  const said = sql`case when octet_length(${given}) = length(${given}) then lower(${given})
    else translate(lower(${given}), ${sql.lit(ACCENTED)}, ${sql.lit(PLAIN)}) end`
  const has = (word: string) =>
    sql`(${said}) like ${`%${plainOf(word).replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
  // The domain of an e-mail address is stored in ASCII.
  const all = words.map((word) => {
    const ascii = asciiEmail(word)
    return ascii === word ? has(word) : sql`(${has(word)} or ${has(ascii)})`
  })
  const found = sql<SqlBool>`(${sql.join(all, sql` and `)})`
  // However somebody wrote their number, and however staff write it: with spaces, too.
  const number = phone && /^[\d\s+().-]+$/.test(q) ? phoneKey(q) : ''
  if (!phone || number.length < 4) return found
  return sql<SqlBool>`(${found} or ${digitsOf(phone)} like ${`%${number}%`})`
}

function consented(which: (typeof CONSENTS)[number] | undefined): RawBuilder<SqlBool> {
  const [sms, marketing] = [sql.ref('smsConsent'), sql.ref('marketingConsent')]
  switch (which) {
    case 'sms':
      return sql<SqlBool>`${sms} = 1`
    case 'marketing':
      return sql<SqlBool>`${marketing} = 1`
    case 'any':
      return sql<SqlBool>`(${sms} = 1 or ${marketing} = 1)`
    case 'none':
      return sql<SqlBool>`(${sms} = 0 and ${marketing} = 0)`
    default:
      return sql<SqlBool>`1 = 1`
  }
}
