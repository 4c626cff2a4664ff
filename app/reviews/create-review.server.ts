import { setTimeout as delay } from 'node:timers/promises'
import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type FormContext, isBot, sendOnce } from '#app/forms/form-post.server.ts'
import { statusFor } from '#app/host/host-error.ts'
import type { ReviewFeed } from '#app/reviews/feed.server.ts'
import { reviewSchema } from '#app/reviews/review-schema.ts'

/** Waits this long for the new list, so that the next page shows the review. The review is stored in any case. */
const LIST_TIMEOUT_MS = 1_000

/**
 * The result of sending a review. After a failure the form stays open with its text and shows no message (specification 8).
 * `pending`: the review waits for approval by the staff.
 */
export type ReviewOutcome =
  | { form: 'review'; ok: true; pending?: true }
  | { form: 'review'; ok: false; status: number; submission: SubmissionResult }

/** Sends a review with the current date to the backend, then reloads the list (specification 4 and 7, calls 3 and 2). */
export async function createReview(
  form: FormData,
  { host, log, countBot, reviews, ...context }: FormContext & { reviews: ReviewFeed },
): Promise<ReviewOutcome> {
  if (isBot('reviews', form, { log, countBot, ...context })) return { form: 'review', ok: true }
  const submission = parseWithZod(form, { schema: reviewSchema })
  if (submission.status !== 'success')
    return { form: 'review', ok: false, status: 422, submission: submission.reply() }
  const review = { ...submission.value, date: new Date().toISOString() }
  try {
    const { pending } = await sendOnce('review', form, context, (key) =>
      host.createReview(review, { ...context, submission: key }),
    )
    // A review that waits for approval does not change the list.
    if (pending) return { form: 'review', ok: true, pending }
    reviews.invalidate()
  } catch (error) {
    log('error', 'reviews: the review was not sent', { requestId: context.requestId, error: String(error) })
    return { form: 'review', ok: false, status: statusFor(error), submission: submission.reply() }
  }
  await Promise.race([reviews.fresh(context).catch(() => {}), delay(LIST_TIMEOUT_MS)])
  return { form: 'review', ok: true }
}
