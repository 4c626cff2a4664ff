import { MAX_ERROR_CHARS } from '#app/host/host-error.ts'
import { z } from '#app/platform/zod.ts'

// What is read of the host's answers (specification, section 7); any other field is ignored.

/** Call 3: whether the review waits for approval. The embedded backend's own field. */
export const createdReview = z
  .object({ pending: z.boolean().catch(false).default(false) })
  .catch({ pending: false })
/** Call 4. PayPal's links are not documented; a host may pass them on, beside some of its own. */
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
/** The embedded host's own. */
export const askedOrder = z.object({ asked: z.boolean().nullable() })
/** Call 6: whether the body says no, and why; most say neither. An error may be an object, whose words are not documented. */
export const recorded = z
  .object({ ok: z.unknown().optional(), status: z.unknown().optional(), error: z.unknown().optional() })
  .catch({ ok: undefined, status: undefined, error: undefined })
  .transform(({ ok, status, error }) => ({
    refused: ok === false || /^(?:error|fail)/i.test(String(status)) || Boolean(error),
    error: typeof error === 'string' && error.trim() ? error.slice(0, MAX_ERROR_CHARS) : undefined,
  }))
/** Call 7: the field message, otherwise the field response. */
export const reply = z
  .object({
    message: z.string().optional().catch(undefined),
    response: z.string().optional().catch(undefined),
  })
  .transform(({ message, response }) => [message, response].find((text) => text?.trim()))
  .pipe(z.string())
