import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react'

/**
 * Sends a form to the route's own action. Where the site cannot be reached, or something on the way answers in its place,
 * that is a failure like any other: `failed` says what came of the form, and what was typed stays on the page. `tell` hears of
 * the outcome.
 */
export async function serverActionOr<Outcome>(
  { request, serverAction }: ClientActionFunctionArgs,
  failed: (form: FormData) => Outcome,
  tell?: (outcome: Outcome) => void,
) {
  const form = await request.clone().formData()
  const answer = await serverAction<Outcome>().catch((error: unknown) => {
    // A redirect; or the page was left, or the form sent again.
    if (error instanceof Response || request.signal.aborted) throw error
    console.error('The form was not sent', error)
  })
  const outcome = (answer as Outcome | undefined) ?? failed(form)
  tell?.(outcome)
  // A status that says so to `keepAfterFailure`.
  return answer ?? Response.json(outcome, { status: 503 })
}

/**
 * After a form that failed nothing is loaded anew: without a network that would fail as well, and the page with what was
 * typed would give way to an error. (Remix's single fetch does it unless a route has a say.)
 */
export const keepAfterFailure: ShouldRevalidateFunction = ({ actionStatus = 200, defaultShouldRevalidate }) =>
  actionStatus < 400 && defaultShouldRevalidate

/**
 * No form changes what a page of content is made of: the page that it was sent from stays as it is, without a network too. Another
 * page that the visitor set out for meanwhile is loaded.
 */
export const keepAfterForm: ShouldRevalidateFunction = ({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => !(formMethod === 'POST' && currentUrl.pathname === nextUrl.pathname) && defaultShouldRevalidate
