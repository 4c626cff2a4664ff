import type { EnquiryRow } from '#app/backend/database/schema.ts'
import { ENQUIRY_FIELDS } from '#app/backend/enquiries/fields.ts'
import type { Mail } from '#app/backend/mail/mail.ts'
import { addressOf, formatTime, mailBody, oneLine } from '#app/backend/mail/mail-text.ts'

const MAX_SUBJECT_NAME_CHARS = 80

/** Notifies the staff of an enquiry. A reply goes to the sender. */
export function enquiryMail(enquiry: EnquiryRow, page: string | undefined): Mail {
  const name = oneLine(`${enquiry.firstName} ${enquiry.lastName}`)
  const address = addressOf(enquiry.email)
  const shortName = [...name].slice(0, MAX_SUBJECT_NAME_CHARS).join('')
  const answer = (value: number) => (value === 1 ? 'yes' : 'no')
  const lines: [string, string][] = [
    ['Name', name || '(not given)'],
    ...ENQUIRY_FIELDS.flatMap((field): [string, string][] =>
      'mailLabel' in field ? [[field.mailLabel, oneLine(enquiry[field.name]) || '(not given)']] : [],
    ),
    ['SMS notifications and alerts', answer(enquiry.smsConsent)],
    ['Marketing messages', answer(enquiry.marketingConsent)],
    ['Page', oneLine(page ?? '') || '(unknown)'],
    ['Received', formatTime(enquiry.receivedAt)],
    ['Enquiry', enquiry.id],
  ]
  return {
    subject: `New enquiry from ${shortName || 'the website'}`,
    reference: enquiry.id,
    ...(address && { replyTo: { name, address } }),
    ...mailBody('New enquiry', lines),
  }
}
