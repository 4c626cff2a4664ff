import { MAX_ERROR_CHARS } from '#app/host/host-error.ts'
import { z } from '#app/platform/zod.ts'

// The fields of answers that the site reads (specification, section 7).

/** Call 3. `pending` (our own backend only): the review waits for approval. */
export const createdReview = z
  .object({ pending: z.boolean().catch(false).default(false) })
  .catch({ pending: false })
/** Call 4. The links are not documented, but a backend may pass on PayPal's. */
export const createdOrder = z.object({
  id: z.union([z.string().min(1), z.number()]).transform(String),
  links: z
    .array(
      z
        .object({ rel: z.string(), href: z.url({ protocol: /^https?$/ }) })
        .nullable()
        .catch(null),
    )
    .optional()
    .catch(undefined),
})
/** Call 5. */
export const completedOrder = z.object({ status: z.string().nullable().catch(null).default(null) })
/** The call `asked` of our own backend. */
export const captureRequested = z.object({ asked: z.boolean().nullable() })
/** Call 6. Only a text can be shown as error. */
export const recordedPurchase = z
  .object({ ok: z.unknown().optional(), status: z.unknown().optional(), error: z.unknown().optional() })
  .catch({ ok: undefined, status: undefined, error: undefined })
  .transform(({ ok, status, error }) => ({
    refused: ok === false || /^(?:error|fail)/i.test(String(status)) || Boolean(error),
    error: typeof error === 'string' && error.trim() ? error.slice(0, MAX_ERROR_CHARS) : undefined,
  }))
/** Call 7: the field `message`, otherwise `response`. */
export const reply = z
  .object({
    message: z.string().optional().catch(undefined),
    response: z.string().optional().catch(undefined),
  })
  .transform(({ message, response }) => [message, response].find((text) => text?.trim()))
  .pipe(z.string())
