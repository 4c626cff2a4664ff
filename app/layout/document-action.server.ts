import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { sendEnquiry } from '#app/contact/enquiry.server.ts'
import { callContext, pageOf, senderOf } from '#app/forms/call-context.server.ts'
import { type FormContext, isNativePost, readForm } from '#app/forms/form-post.server.ts'
import { createReview, type ReviewOutcome } from '#app/reviews/create-review.server.ts'
import { REVIEW_WAITING } from '#app/reviews/review-href.ts'

/** The forms of a page's blocks post to the page itself, so that they work without JavaScript; each names itself. */
export async function documentAction({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request)
  const { host, log, countBot, consents, reviews } = context
  const call = callContext(request, context)
  const about: FormContext = {
    ...call,
    sender: senderOf(request, call.visitor),
    native: isNativePost(request),
    host,
    log,
    countBot,
  }
  switch (form.get('form')) {
    case 'enquiry': {
      const settings = await context.content.settings().catch(() => null)
      const outcome = await sendEnquiry(form, { ...about, consents, settings })
      const place = form.get('place')
      if (typeof place === 'string') outcome.place = place
      return data(outcome, { status: outcome.ok ? 200 : outcome.status })
    }
    case 'review': {
      const outcome: ReviewOutcome = await createReview(form, { ...about, reviews })
      // A native post: the new page shows the list, and a reload does not send the review again. Pages are the same for everybody,
      // so a review that waits for approval has a page that says so.
      if (outcome.ok && about.native)
        return redirect(outcome.pending ? REVIEW_WAITING : `${pageOf(request)}#reviews`, 303)
      return data(outcome, { status: outcome.ok ? 200 : outcome.status })
    }
    default:
      throw data(null, { status: 400, statusText: 'Bad Request' })
  }
}
