import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { ConsentField, Consents } from '#app/contact/consents.server.ts'
import { type Enquiry, enquirySchema } from '#app/contact/enquiry.ts'
import type { Wording } from '#app/host/evidence.server.ts'
import { type FormContext, isBot, sendOnce } from '#app/host/form-post.server.ts'
import { statusFor } from '#app/host/host-error.ts'

/**
 * What came of an enquiry. `refused`: fields that are not as the form asks for; `failed`: it can't be sent on, or `<host>`
 * didn't take it. `status` is HTTP's.
 */
export type EnquiryOutcome =
  | { form: 'enquiry'; ok: true }
  | {
      form: 'enquiry'
      ok: false
      reason: 'refused' | 'failed'
      status: number
      submission: SubmissionResult
    }

/** Sends an enquiry to `<host>` with the wording that the visitor was shown (specification 7, call 1). */
export async function sendEnquiry(
  form: FormData,
  { host, consents, log, ...context }: FormContext & { consents: Consents },
): Promise<EnquiryOutcome> {
  if (isBot(form)) {
    log('info', 'contact: a bot was answered and not forwarded', { requestId: context.requestId })
    return { form: 'enquiry', ok: true }
  }
  const submission = parseWithZod(form, { schema: enquirySchema })
  if (submission.status !== 'success')
    return { form: 'enquiry', ok: false, reason: 'refused', status: 422, submission: submission.reply() }
  const wordings = shownWordings(form, submission.value, consents)
  if (!wordings) {
    log('warn', 'contact: an enquiry named a wording that was never shown', { requestId: context.requestId })
    return { form: 'enquiry', ok: false, reason: 'failed', status: 422, submission: submission.reply() }
  }
  try {
    await sendOnce('enquiry', form, context, async (key) => {
      if (!host.keepsEvidence) consents.record(submission.value, context.visitor, wordings, key)
      await host.sendEnquiry(submission.value, { ...context, wordings, submission: key })
    })
    return { form: 'enquiry', ok: true }
  } catch (error) {
    log('error', 'contact: the enquiry was not sent', { requestId: context.requestId, error: String(error) })
    const status = statusFor(error)
    return { form: 'enquiry', ok: false, reason: 'failed', status, submission: submission.reply() }
  }
}

/** The wordings that the form says it showed; undefined where one is unknown, or missing beside a ticked box. */
function shownWordings(form: FormData, enquiry: Enquiry, consents: Consents): Wording[] | undefined {
  const fields: ConsentField[] = ['smsConsent', 'marketingConsent']
  const wordings: Wording[] = []
  for (const field of fields) {
    const hash = form.get(`${field}Wording`)
    if (typeof hash !== 'string' || !hash) {
      if (enquiry[field]) return undefined
      continue
    }
    const wording = consents.wording(field, hash)
    if (!wording) return undefined
    wordings.push(wording)
  }
  return wordings
}
