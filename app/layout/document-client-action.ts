import type { ClientActionFunctionArgs } from '@remix-run/react'
import type { EnquiryOutcome } from '#app/contact/enquiry.server.ts'
import { serverActionOr } from '#app/host/client-action.ts'
import type { ReviewOutcome } from '#app/reviews/create-review.server.ts'

/** Sends a form of a page's blocks (specification 8, "any status or network fault"). */
export const documentClientAction = (args: ClientActionFunctionArgs) =>
  serverActionOr(args, async (form): Promise<EnquiryOutcome | ReviewOutcome> => {
    if (form.get('form') === 'review') return { form: 'review', ok: false, status: 503, submission: {} } // the dialog stays open, with its fields as they are
    // A page with the form has this code: it does not come over the network that has just failed.
    const { notSent } = await import('#app/contact/contact-form.tsx')
    return notSent(form)
  })
