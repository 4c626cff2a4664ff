import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import {
  CONSENT_FIELDS,
  type Consents,
  type OfferedConsents,
  offeredConsents,
} from '#app/contact/consents.server.ts'
import { enquirySchema } from '#app/contact/enquiry.ts'
import type { Settings } from '#app/content/types.ts'
import { type FormContext, isBot, sendOnce } from '#app/forms/form-post.server.ts'
import { statusFor } from '#app/host/host-error.ts'

type NotSent = { form: 'enquiry'; ok: false; status: number; submission: SubmissionResult; place?: string }

/**
 * - `refused`: a field is invalid
 * - `outdated`: a ticked wording has changed. `consents` has the wordings in force
 * - `failed`: the backend did not take the enquiry
 *
 * `status` is the HTTP status. `place` names the form on a page with several.
 */
export type EnquiryOutcome =
  | { form: 'enquiry'; ok: true; place?: string }
  | (NotSent & { reason: 'refused' | 'failed' })
  | (NotSent & { reason: 'outdated'; consents: OfferedConsents | null })

type EnquiryContext = FormContext & {
  consents: Consents
  /** Null if they can't be read. Consents are then refused. */
  settings: Settings | null
}

/** Sends an enquiry to `<host>` with the wordings that the visitor ticked (specification 7, call 1). */
export async function sendEnquiry(
  form: FormData,
  { host, consents, settings, log, countBot, ...context }: EnquiryContext,
): Promise<EnquiryOutcome> {
  if (isBot('contact', form, { log, countBot, ...context })) return { form: 'enquiry', ok: true }
  const submission = parseWithZod(form, { schema: enquirySchema })
  const notSent = <Reason extends string>(reason: Reason, status: number) => ({
    form: 'enquiry' as const,
    ok: false as const,
    reason,
    status,
    submission: submission.reply(),
  })
  if (submission.status !== 'success') return notSent('refused', 422)
  const fields = submission.value
  const ticked = CONSENT_FIELDS.filter((field) => fields[field])
  if (ticked.length > 0 && !settings) return notSent('failed', 503)
  const offered = settings && offeredConsents(settings)
  // A box posts the hash of its wording, so a tick can't count for another wording.
  const wordings = ticked.flatMap((field) => {
    const wording = offered?.[field]
    return wording?.hash === fields[field] ? { field, ...wording } : []
  })
  if (wordings.length < ticked.length) return { ...notSent('outdated', 409), consents: offered }
  const enquiry = {
    ...fields,
    smsConsent: ticked.includes('smsConsent'),
    marketingConsent: ticked.includes('marketingConsent'),
  }
  try {
    await sendOnce('enquiry', form, context, async (key) => {
      if (!host.isOurBackend) consents.record(enquiry, context.visitor, wordings, key)
      await host.sendEnquiry(enquiry, { ...context, wordings, submission: key })
    })
    return { form: 'enquiry', ok: true }
  } catch (error) {
    log('error', 'contact: the enquiry was not sent', { requestId: context.requestId, error: String(error) })
    return notSent('failed', statusFor(error))
  }
}
