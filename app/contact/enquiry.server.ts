import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { ConsentField, Consents, OfferedConsents } from '#app/contact/consents.server.ts'
import { type Enquiry, enquirySchema } from '#app/contact/enquiry.ts'
import type { Wording } from '#app/host/evidence.server.ts'
import { type FormContext, isBot, sendOnce } from '#app/host/form-post.server.ts'
import { statusFor } from '#app/host/host-error.ts'

/**
 * What came of an enquiry. `refused`: fields that are not as the form asks for; `failed`: it can't be sent on, or `<host>`
 * didn't take it. `status` is HTTP's; `shown` the words that the form showed, beside which what was ticked stays; `place` which
 * of several forms on a page it is, where it is not the first.
 */
export type EnquiryOutcome =
  | { form: 'enquiry'; ok: true; place?: string }
  | {
      form: 'enquiry'
      ok: false
      reason: 'refused' | 'failed'
      status: number
      submission: SubmissionResult
      shown?: OfferedConsents
      place?: string
    }

/** Sends an enquiry to `<host>` with the wording that the visitor was shown (specification 7, call 1). */
export async function sendEnquiry(
  form: FormData,
  { host, consents, log, countBot, ...context }: FormContext & { consents: Consents },
): Promise<EnquiryOutcome> {
  if (isBot('contact', form, { log, countBot, ...context })) return { form: 'enquiry', ok: true }
  const submission = parseWithZod(form, { schema: enquirySchema })
  const notTaken = (reason: 'refused' | 'failed', status: number): EnquiryOutcome => {
    const shown = shownConsents(form, consents)
    return {
      form: 'enquiry',
      ok: false,
      reason,
      status,
      submission: submission.reply(),
      ...(shown && { shown }),
    }
  }
  if (submission.status !== 'success') return notTaken('refused', 422)
  const wordings = shownWordings(form, submission.value, consents)
  if (!wordings) {
    log('warn', 'contact: an enquiry named a wording that was never shown', { requestId: context.requestId })
    return notTaken('failed', 422)
  }
  try {
    await sendOnce('enquiry', form, context, async (key) => {
      if (!host.keepsEvidence) consents.record(submission.value, context.visitor, wordings, key)
      await host.sendEnquiry(submission.value, { ...context, wordings, submission: key })
    })
    return { form: 'enquiry', ok: true }
  } catch (error) {
    log('error', 'contact: the enquiry was not sent', { requestId: context.requestId, error: String(error) })
    return notTaken('failed', statusFor(error))
  }
}

/** The words beside both boxes of the form, whether they are shown still or not; undefined where one is not known. */
function shownConsents(form: FormData, consents: Consents): OfferedConsents | undefined {
  const shown = (field: ConsentField) => {
    const { hash, text } = consents.wording(field, String(form.get(`${field}Wording`))) ?? {}
    return hash !== undefined && text !== undefined ? { hash, text } : undefined
  }
  const [smsConsent, marketingConsent] = [shown('smsConsent'), shown('marketingConsent')]
  return smsConsent && marketingConsent && { smsConsent, marketingConsent }
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
