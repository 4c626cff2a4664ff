import { parseWithZod } from '@conform-to/zod/v4'
import type { ClientActionFunctionArgs } from '@remix-run/react'
import type { EnquiryOutcome } from '#app/contact/enquiry.server.ts'
import { enquirySchema } from '#app/contact/enquiry.ts'
import { serverActionOr } from '#app/host/client-action.ts'
import type { ReviewOutcome } from '#app/reviews/create-review.server.ts'
import { reviewSchema } from '#app/reviews/review-schema.ts'

/** Sends a form of a page's blocks (specification 8, "any status or network fault"). */
export const documentClientAction = (args: ClientActionFunctionArgs) =>
  serverActionOr(args, (form): EnquiryOutcome | ReviewOutcome => {
    if (form.get('form') === 'review') {
      const submission = parseWithZod(form, { schema: reviewSchema }).reply()
      return { form: 'review', ok: false, submission }
    }
    const submission = parseWithZod(form, { schema: enquirySchema }).reply()
    return { form: 'enquiry', ok: false, reason: 'failed', submission }
  })
