import { z } from 'zod'
import { chainVerdict, evidenceText } from '#app/backend/enquiries/consent-evidence.ts'
import { checkChain, findConsent } from '#app/backend/enquiries/consents.ts'
import type { Call, Route } from '#app/backend/http/app.ts'
import { HttpError } from '#app/backend/http/http-error.ts'
import { readDocument } from '#app/backend/http/validation.ts'
import type { PaymentParts } from '#app/backend/payments/routes.ts'
import { setHidden } from '#app/backend/reviews/reviews.ts'
import {
  listConsents,
  listEnquiries,
  listPurchases,
  listReviewsForStaff,
  MAX_LIMIT,
} from '#app/backend/staff/lists.ts'
import { resendReceipt } from '#app/backend/staff/receipt.ts'

const reviewAction = z.strictObject({ ids: z.array(z.uuid()).min(1).max(MAX_LIMIT), hidden: z.boolean() })
const receiptAction = z.strictObject({ id: z.uuid() })
/** PostgreSQL's largest integer. */
const MAX_SEQUENCE = 2 ** 31 - 1
const evidenceQuery = z.strictObject({ sequence: z.coerce.number().int().min(1).max(MAX_SEQUENCE) })

type Parts = Pick<PaymentParts, 'db' | 'onEnqueued' | 'provider'>

/** The calls of the Studio's Inbox. */
export function staffRoutes({ db, onEnqueued, provider }: Parts): Route[] {
  const get = (name: string, run: (call: Call) => Promise<unknown>): Route => ({
    method: 'GET',
    path: `/api/staff/${name}`,
    call: 'staff',
    staff: true,
    run: async (call) => ({ status: 200, body: await run(call) }),
  })
  const post = (name: string, run: (call: Call) => Promise<unknown>): Route => ({
    ...get(name, run),
    method: 'POST',
  })
  return [
    get('enquiries', ({ query }) => listEnquiries(db, query)),
    get('reviews', ({ query }) => listReviewsForStaff(db, query)),
    get('purchases', async ({ query }) => ({ ...(await listPurchases(db, query)), test: provider.test })),
    get('consents', ({ query }) => listConsents(db, query)),
    get('evidence', async ({ query }) => {
      const { sequence } = readDocument(evidenceQuery, query)
      const record = await findConsent(db, sequence)
      if (!record) throw new HttpError(404, 'There is no such record')
      return { text: evidenceText(record), verdict: chainVerdict(await checkChain(db)) }
    }),
    post('review', async ({ json }) => {
      const { ids, hidden } = readDocument(reviewAction, json)
      const changed = await setHidden(db, ids, hidden)
      if (changed === 0) throw new HttpError(404, 'There is no such review')
      return { ok: true, changed }
    }),
    post('receipt', async ({ json }) => {
      const { id } = readDocument(receiptAction, json)
      await resendReceipt(db, id, provider)
      onEnqueued()
      return { ok: true }
    }),
  ]
}
