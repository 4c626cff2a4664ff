import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react'
import { arrived } from '#app/ui/arrived.ts'

/**
 * Sends a form to the route's own action. Where the site cannot be reached, or something on the way answers in its place,
 * that is a failure like any other: `failed` says what came of the form, and what was typed stays on the page. `telling` has
 * what tells of an outcome.
 */
export async function serverActionOr<Outcome>(
  { request, serverAction }: ClientActionFunctionArgs,
  failed: (form: FormData) => Outcome | Promise<Outcome>,
  telling?: (outcome: Outcome) => Promise<(() => void) | undefined>,
) {
  const form = await request.clone().formData()
  const answer = await serverAction<Outcome>().catch((error: unknown) => {
    // A redirect; or the page was left, or the form sent again.
    if (error instanceof Response || request.signal.aborted) throw error
    console.error('The form was not sent', error)
  })
  const outcome = (answer as Outcome | undefined) ?? (await failed(form))
  const tell = await telling?.(outcome)
  await arrived() // the last to wait for: meanwhile somebody may set out
  tell?.()
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
 * No form changes what a page of content is made of: it is not loaded anew. Without a network, what came of the form would
 * give way to an error.
 */
export const keepAfterForm: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod !== 'POST' && defaultShouldRevalidate
