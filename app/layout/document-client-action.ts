import type { ClientActionFunctionArgs } from '@remix-run/react'
import type { EnquiryOutcome } from '#app/contact/enquiry.server.ts'
import { serverActionOr } from '#app/forms/client-action.ts'
import type { ReviewOutcome } from '#app/reviews/create-review.server.ts'

type Outcome = EnquiryOutcome | ReviewOutcome

/** Sends a form of a page's blocks (specification 8, "any status or network fault"): what was typed stays. */
export const documentClientAction = (args: ClientActionFunctionArgs) =>
  serverActionOr<Outcome>(args, (form) =>
    form.get('form') === 'review'
      ? { form: 'review', ok: false, status: 503, submission: {} }
      : {
          form: 'enquiry',
          ok: false,
          reason: 'failed',
          status: 503,
          submission: { status: 'error', initialValue: Object.fromEntries(form) as Record<string, string> },
        },
  )
