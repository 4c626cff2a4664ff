import { parseWithZod } from '@conform-to/zod/v4'
import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react'
import type { EnquiryOutcome } from '#app/contact/enquiry.server.ts'
import { enquirySchema } from '#app/contact/enquiry.ts'
import type { ReviewOutcome } from '#app/reviews/create-review.server.ts'
import { reviewSchema } from '#app/reviews/review-schema.ts'

/** With a status that says so to `keepAfterFailure`. */
const failed = (outcome: EnquiryOutcome | ReviewOutcome) => Response.json(outcome, { status: 503 })

/**
 * Sends a form of a page's blocks. Where the site cannot be reached, or something on the way answers in its place, that
 * is a failure like any other (specification 8, "any status or network fault"), and what was typed stays on the page.
 */
export async function documentClientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData()
  try {
    return await serverAction()
  } catch (error) {
    // A redirect; or the page was left, or the form sent again.
    if (error instanceof Response || request.signal.aborted) throw error
    console.error('The form was not sent', error)
    if (form.get('form') === 'review') {
      const submission = parseWithZod(form, { schema: reviewSchema }).reply()
      return failed({ form: 'review', ok: false, submission })
    }
    const submission = parseWithZod(form, { schema: enquirySchema }).reply()
    return failed({ form: 'enquiry', ok: false, reason: 'failed', submission })
  }
}

/**
 * After a form that failed nothing is loaded anew: without a network that would fail as well, and the page with what was
 * typed would give way to an error. (Remix's single fetch does it unless a route has a say.)
 */
export const keepAfterFailure: ShouldRevalidateFunction = ({ actionStatus = 200, defaultShouldRevalidate }) =>
  actionStatus < 400 && defaultShouldRevalidate
