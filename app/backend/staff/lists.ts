import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#app/backend/database/schema.ts'
import { phoneKey } from '#app/backend/enquiries/consents.ts'
import { ENQUIRY_FIELD_NAMES } from '#app/backend/enquiries/fields.ts'
import { readDocument, text } from '#app/backend/http/validation.ts'
import { statesWith } from '#app/backend/payments/order-states.ts'
import { asciiEmail } from '#app/platform/email-address.ts'

export const MAX_LIMIT = 200
/** Fewer digits would match too many numbers. */
const MIN_PHONE_DIGITS = 4
/** The outcome is unknown, or the amount is wrong. */
const ATTENTION = statesWith('unknown', 'wrong')
const PAID = statesWith('paid')
const UNPAID = statesWith('none')
/** The boxes that a visitor ticked. */
const CONSENTS = {
  any: sql<SqlBool>`(sms_consent = 1 or marketing_consent = 1)`,
  sms: sql<SqlBool>`sms_consent = 1`,
  marketing: sql<SqlBool>`marketing_consent = 1`,
  none: sql<SqlBool>`(sms_consent = 0 and marketing_consent = 0)`,
}
const REVIEWS = {
  shown: sql<SqlBool>`(hidden_at is null and pending = 0)`,
  pending: sql<SqlBool>`pending = 1`,
  hidden: sql<SqlBool>`hidden_at is not null`,
}
const PURCHASES = {
  paid: sql<SqlBool>`o.state in (${sql.join(PAID)})`,
  refunded: sql<SqlBool>`o.state = 'refunded'`,
  attention: sql<SqlBool>`(o.state in (${sql.join(ATTENTION)}) or (o.state in (${sql.join(PAID)}) and p.order_id is null))`,
  unpaid: sql<SqlBool>`o.state in (${sql.join(UNPAID)})`,
}
const ALWAYS = sql<SqlBool>`1 = 1`

const paging = {
  /** Every word must match. */
  q: text(200).pipe(z.string().trim()).default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(50),
}
const consentQuery = z.strictObject({ ...paging, consent: z.enum(keysOf(CONSENTS)).optional() })
const reviewQuery = z.strictObject({ ...paging, state: z.enum(keysOf(REVIEWS)).optional() })
const purchaseQuery = z.strictObject({ ...paging, state: z.enum(keysOf(PURCHASES)).optional() })

// Each list takes a parsed query string and returns one page, newest first; `total` counts all matches.
// Throws HttpError 422 for an invalid query.

export async function listEnquiries(db: Database, query: unknown) {
  const { q, consent, ...page } = readDocument(consentQuery, query)
  const rows = db
    .selectFrom('enquiries')
    .where(matches(q, ENQUIRY_FIELD_NAMES))
    .where(consent ? CONSENTS[consent] : ALWAYS)
    .select(['id', 'receivedAt', ...ENQUIRY_FIELD_NAMES, 'smsConsent', 'marketingConsent', 'campaign'])
    .orderBy('receivedAt', 'desc')
    .orderBy('id')
  return pageOf(rows, page)
}

export async function listReviewsForStaff(db: Database, query: unknown) {
  const { q, state, ...page } = readDocument(reviewQuery, query)
  const rows = db
    .selectFrom('reviews')
    .where(matches(q, ['firstName', 'lastName', 'companyName', 'jobTitle', 'reviewDescription']))
    .where(state ? REVIEWS[state] : ALWAYS)
    .select(['id', 'date', 'firstName', 'lastName', 'companyName', 'jobTitle'])
    .select(['reviewDescription', 'rating', 'hiddenAt', 'pending', 'sample'])
    .orderBy('date', 'desc')
    .orderBy('id')
  return pageOf(rows, page)
}

export async function listConsents(db: Database, query: unknown) {
  const { q, consent, ...page } = readDocument(consentQuery, query)
  const rows = db
    .selectFrom('consents')
    .where(matches(q, ['firstName', 'lastName', 'email', 'phone', 'phoneKey']))
    .where(consent ? CONSENTS[consent] : ALWAYS)
    .select(['sequence', 'recordedAt', 'firstName', 'lastName', 'email', 'phone'])
    .select(['smsConsent', 'marketingConsent', 'page'])
    .orderBy('sequence', 'desc')
  return pageOf(rows, page)
}

/** Orders with their buyers. `recordedAt` is null if no purchase is recorded. `captures`: PayPal's transactions. */
export async function listPurchases(db: Database, query: unknown) {
  const { q, state, ...page } = readDocument(purchaseQuery, query)
  const rows = db
    .selectFrom('paymentOrders as o')
    .leftJoin('purchases as p', 'p.orderId', 'o.id')
    .where(({ or, exists, selectFrom }) =>
      or([
        matches(q, ['p.firstName', 'p.lastName', 'p.userEmail', 'p.phone', 'o.title', 'o.paypalOrderId']),
        exists(
          selectFrom('paymentCaptures as c')
            .select('c.id')
            .where('c.id', '=', q)
            .whereRef('c.orderId', '=', 'o.id'),
        ),
      ]),
    )
    .where(state ? PURCHASES[state] : ALWAYS)
    .select(['o.id', 'o.paypalOrderId', 'o.state', 'o.amountCents', 'o.currency', 'o.title', 'o.createdAt'])
    .select(['p.recordedAt', 'p.userEmail', 'p.firstName', 'p.lastName', 'p.phone', 'p.address', 'p.city'])
    .select([
      'p.state as region',
      sql<string | null>`(select string_agg(c.id, ' ' order by c.created_at) from payment_captures c
        where c.order_id = o.id and c.state not in ('DECLINED', 'FAILED'))`.as('captures'),
      sql<number>`(select cast(coalesce(sum(r.amount_cents), 0) as bigint) from payment_refunds r
        where r.order_id = o.id and r.state = 'COMPLETED')`.as('refundedCents'),
      sql<string | null>`(select max(e.at) from payment_events e
        where e.order_id = o.id and e.type = 'receipt.resent')`.as('receiptResentAt'),
    ])
    .orderBy('o.createdAt', 'desc')
    .orderBy('o.id')
  return pageOf(rows, page)
}

async function pageOf<Tables, Table extends keyof Tables, Item>(
  rows: SelectQueryBuilder<Tables, Table, Item>,
  { page, limit }: { page: number; limit: number },
) {
  const counted = rows
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const { total } = (await counted) as { total: number }
  const items = await rows
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { items, total, page, limit }
}

/** Matches rows with every word of `q`, ignoring case and accents, or with its digits in the phone number. */
function matches(q: string, columns: readonly string[]): RawBuilder<SqlBool> {
  const words = q.split(/\s+/).filter(Boolean)
  if (words.length === 0) return ALWAYS
  const row = sql`fold_text(concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))}))`
  const contains = (word: string) =>
    sql`${row} like fold_text(${`%${word.replace(/[\\%_]/g, '\\$&')}%`}) escape '\\'`
  // The domain of an e-mail address is stored in ASCII.
  const found = sql.join(
    words.map((word) => sql`(${contains(word)} or ${contains(asciiEmail(word))})`),
    sql` and `,
  )
  const phone = columns.find((column) => column.endsWith('phone'))
  const digits = phone && /^[\d\s+().-]+$/.test(q) ? phoneKey(q) : ''
  if (!phone || digits.length < MIN_PHONE_DIGITS) return sql<SqlBool>`(${found})`
  return sql<SqlBool>`(${found} or ${digitsOf(phone)} like ${`%${digits}%`})`
}

const digitsOf = (column: string) =>
  [' ', '-', '(', ')', '+', '.'].reduce(
    (rest, character) => sql`replace(${rest}, ${sql.lit(character)}, '')`,
    sql`${sql.ref(column)}`,
  )

function keysOf<Key extends string>(filters: Record<Key, unknown>): [Key, ...Key[]] {
  return Object.keys(filters) as [Key, ...Key[]]
}
