import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react'

/** Sends a form to the route's action. If the site can't be reached, `failed` provides the outcome, so that no text is lost. */
export async function serverActionWithFallback<Outcome>(
  { request, serverAction }: ClientActionFunctionArgs,
  failed: (form: FormData) => Outcome,
) {
  const form = await request.clone().formData()
  const answer = await serverAction<Outcome>().catch((error: unknown) => {
    // A redirect, or the visitor left the page or sent the form again.
    if (error instanceof Response || request.signal.aborted) throw error
    console.error('The form was not sent', error)
  })
  // The status is for `reloadOnSuccess`.
  return answer ?? Response.json(failed(form), { status: 503 })
}

/** Reloads nothing after a failed form. Without a network, an error page would replace the typed text. */
export const reloadOnSuccess: ShouldRevalidateFunction = ({ actionStatus = 200, defaultShouldRevalidate }) =>
  actionStatus < 400 && defaultShouldRevalidate

/** Does not reload the page that sent a form, because forms don't change content. */
export const reloadUnlessPosted: ShouldRevalidateFunction = ({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => !(formMethod === 'POST' && currentUrl.pathname === nextUrl.pathname) && defaultShouldRevalidate
