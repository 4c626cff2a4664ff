import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { customerDetailsSchema } from '#app/checkout/customer-details.ts'
import type { CheckoutSession } from '#app/checkout/session.server.ts'

export type DetailsOutcome = { ok: true } | { ok: false; submission: SubmissionResult<string[]> }

/** Saves the customer details in the visitor's own cookie, or clears them (specification 4, "Customer details"). */
export async function saveDetails(request: Request, session: CheckoutSession) {
  const form = await request.formData()
  const done = (cookie: string) => data<DetailsOutcome>({ ok: true }, { headers: { 'Set-Cookie': cookie } })
  if (form.get('intent') === 'clear') return done(await session.details.clear())
  const submission = parseWithZod(form, { schema: customerDetailsSchema })
  if (submission.status !== 'success')
    return data<DetailsOutcome>({ ok: false, submission: submission.reply() }, { status: 422 })
  return done(await session.details.write(submission.value))
}
