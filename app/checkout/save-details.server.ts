import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data, redirect } from '@remix-run/node'
import { customerDetailsSchema, SAVED_ID } from '#app/checkout/customer-details.ts'
import { type CheckoutSession, MAX_DETAILS_COOKIE_BYTES } from '#app/checkout/session.server.ts'
import { isNativePost, readForm } from '#app/forms/form-post.server.ts'

/** `unreachable`: the form did not reach the site. */
export type DetailsOutcome =
  | { ok: true; cleared: boolean }
  | { ok: false; reason?: 'unreachable'; submission: SubmissionResult<string[]> }

/** Saves the customer details in the visitor's own cookie, or clears them (specification 4, "Customer details"). */
export async function saveDetails(request: Request, session: CheckoutSession) {
  const form = await readForm(request)
  const cleared = form.get('intent') === 'clear'
  const done = (cookie: string) => {
    const headers = { 'Set-Cookie': cookie }
    return isNativePost(request)
      ? redirect(cleared ? '/checkout' : `/checkout#${SAVED_ID}`, { status: 303, headers })
      : data<DetailsOutcome>({ ok: true, cleared }, { headers })
  }
  if (cleared) return done(await session.details.clear())
  const submission = parseWithZod(form, { schema: customerDetailsSchema })
  if (submission.status !== 'success')
    return data<DetailsOutcome>({ ok: false, submission: submission.reply() }, { status: 422 })
  const cookie = await session.details.write(submission.value)
  if (cookie.length > MAX_DETAILS_COOKIE_BYTES) {
    const formErrors = ['These details are too long to be kept. Please shorten them.']
    return data<DetailsOutcome>({ ok: false, submission: submission.reply({ formErrors }) }, { status: 422 })
  }
  return done(cookie)
}
