import { z } from 'zod'
import type { Assistant } from '#app/backend/assistant/assistant.ts'
import { chatRoute } from '#app/backend/assistant/route.ts'
import { storeWording } from '#app/backend/enquiries/consents.ts'
import { storeEnquiry } from '#app/backend/enquiries/contact.ts'
import type { Route } from '#app/backend/http/app.ts'
import { idempotencyKeyOf } from '#app/backend/http/idempotency-key.ts'
import { readDocument, text } from '#app/backend/http/validation.ts'
import { METRICS_PATH, readMetrics } from '#app/backend/metrics.ts'
import { type PaymentParts, paymentRoutes } from '#app/backend/payments/routes.ts'
import { listReviews, storeReview } from '#app/backend/reviews/reviews.ts'
import { staffRoutes } from '#app/backend/staff/routes.ts'
import type { RateLimiter } from '#app/platform/rate-limit.ts'

type RouteParts = PaymentParts & {
  assistant: Assistant
  /** For all visitors together. */
  chatLimit: RateLimiter
  /** Reviews of one network beyond this number a day wait for approval. */
  reviewsPerDay: number
}

/** A wording is the text beside a checkbox. */
const wordings = z.object({ texts: z.array(text(8_000).pipe(z.string().min(1))).max(10) })

/** The seven calls of the specification, section 7, and those of the site, the Studio's Inbox and monitoring. */
export function createRoutes(parts: RouteParts): Route[] {
  const { db, onEnqueued, assistant, chatLimit, reviewsPerDay: perDay } = parts
  return [
    {
      method: 'POST',
      path: '/api/mail/contact',
      call: 'contact',
      async run({ json, evidence, requestId, headers }) {
        const submission = idempotencyKeyOf(headers)
        await storeEnquiry(db, json, { evidence, requestId, submission })
        onEnqueued()
        return { status: 200, body: { ok: true } }
      },
    },
    {
      method: 'GET',
      path: '/api/reviews',
      call: 'reviews',
      run: async () => ({ status: 200, body: await listReviews(db) }),
    },
    {
      method: 'POST',
      path: '/api/reviews/create',
      call: 'createReview',
      async run({ json, evidence, headers, address }) {
        const submission = idempotencyKeyOf(headers)
        const sent = { evidenceId: evidence?.id, submission, address, perDay }
        const { pending } = await storeReview(db, json, sent)
        return { status: 201, body: { ok: true, ...(pending && { pending }) } }
      },
    },
    ...paymentRoutes(parts),
    chatRoute(assistant, chatLimit),
    {
      method: 'POST',
      path: '/api/consent/wordings',
      call: 'wordings',
      signed: true,
      async run({ json }) {
        for (const wording of readDocument(wordings, json).texts) await storeWording(db, wording)
        return { status: 200, body: { ok: true } }
      },
    },
    ...staffRoutes(parts),
    {
      method: 'GET',
      path: METRICS_PATH,
      call: 'metrics',
      signed: true,
      quiet: true,
      run: async () => ({ status: 200, body: await readMetrics(db) }),
    },
    {
      method: 'GET',
      path: '/healthz',
      call: 'health',
      raw: true,
      quiet: true,
      run: async () => ({ status: 200, body: { ok: true } }),
    },
  ]
}
