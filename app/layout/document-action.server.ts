import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { type EnquiryOutcome, sendEnquiry } from '#app/contact/enquiry.server.ts'
import { type FormContext, isNativePost, readForm, requestCookie } from '#app/host/form-post.server.ts'
import { createReview, type ReviewOutcome } from '#app/reviews/create-review.server.ts'

/** The forms of a page's blocks post to the page itself, so that they work without JavaScript; each names itself. */
export async function documentAction({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request)
  switch (form.get('form')) {
    case 'enquiry': {
      // What this copy of the site would show now may have been shown by another copy.
      await context.content.settings().then(
        (settings) => settings && context.consents.offered(settings),
        () => null,
      )
      const outcome: EnquiryOutcome = await sendEnquiry(form, {
        ...formContext(request, context),
        consents: context.consents,
      })
      return data(outcome, { status: outcome.ok ? 200 : outcome.reason === 'refused' ? 422 : 502 })
    }
    case 'review': {
      const outcome: ReviewOutcome = await createReview(form, {
        ...formContext(request, context),
        reviews: context.reviews,
      })
      // A native post: the new page shows the list, and a reload does not send the review again.
      if (outcome.ok && isNativePost(request)) {
        return redirect(`${pathOf(request)}#reviews`, 303)
      }
      return data(outcome, { status: outcome.ok ? 200 : 502 })
    }
    default:
      throw data(null, { status: 400, statusText: 'Bad Request' })
  }
}

function formContext(
  request: Request,
  { host, log, requestId, address }: ActionFunctionArgs['context'],
): FormContext {
  const page = pathOf(request)
  const userAgent = request.headers.get('User-Agent') ?? undefined
  return {
    host,
    log,
    requestId,
    xsrfToken: requestCookie(request, 'XSRF-TOKEN'),
    visitor: { address, userAgent, page },
  }
}

/** The page that the form stood on: a path of this site, whatever stands before it (`//host` would be another one). */
function pathOf(request: Request): string {
  return new URL(request.url).pathname
    .replace(/\.data$/, '')
    .replace(/^\/_root$/, '/')
    .replace(/^\/+/, '/')
}
