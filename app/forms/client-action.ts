import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react'

/**
 * Sends a form to the route's action. If the site can't be reached, `failed` makes the outcome, and what was typed stays on the
 * page.
 */
export async function serverActionOr<Outcome>(
  { request, serverAction }: ClientActionFunctionArgs,
  failed: (form: FormData) => Outcome,
) {
  const form = await request.clone().formData()
  const answer = await serverAction<Outcome>().catch((error: unknown) => {
    // A redirect, or the visitor left the page or sent the form again.
    if (error instanceof Response || request.signal.aborted) throw error
    console.error('The form was not sent', error)
  })
  // The status is for `keepAfterFailure`.
  return answer ?? Response.json(failed(form), { status: 503 })
}

/**
 * After a failed form nothing is reloaded: without a network the reload would fail too, and an error page would replace what
 * was typed.
 */
export const keepAfterFailure: ShouldRevalidateFunction = ({ actionStatus = 200, defaultShouldRevalidate }) =>
  actionStatus < 400 && defaultShouldRevalidate

/** Forms don't change content, so the page that sent the form isn't reloaded. A page that the visitor has navigated to is loaded. */
export const keepAfterForm: ShouldRevalidateFunction = ({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => !(formMethod === 'POST' && currentUrl.pathname === nextUrl.pathname) && defaultShouldRevalidate
