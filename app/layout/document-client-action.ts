import type { ClientActionFunctionArgs } from '@remix-run/react'
import type { EnquiryOutcome } from '#app/contact/enquiry.server.ts'
import { serverActionOr } from '#app/host/client-action.ts'
import type { ReviewOutcome } from '#app/reviews/create-review.server.ts'

type Outcome = EnquiryOutcome | ReviewOutcome

// A page with the form has this code: it does not come over the network that may have failed.
const formCode = () => import('#app/contact/contact-form.tsx')

/** Sends a form of a page's blocks (specification 8, "any status or network fault"). */
export const documentClientAction = (args: ClientActionFunctionArgs) =>
  serverActionOr<Outcome>(
    args,
    async (form) => {
      if (form.get('form') === 'review') return { form: 'review', ok: false, status: 503, submission: {} } // the dialog stays open, with its fields as they are
      return (await formCode()).notSent(form)
    },
    async (outcome) => {
      if (outcome.form !== 'enquiry') return
      const { sayIfLeft } = await formCode()
      return () => sayIfLeft(outcome)
    },
  )
