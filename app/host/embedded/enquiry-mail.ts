import type { Mail } from '#app/host/embedded/mail.ts'
import type { EnquiryRow } from '#app/host/embedded/schema.ts'

/** Stricter than the browser’s check: what does not match is shown in the text, but is no address to reply to. */
const REPLYABLE = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/
const MAX_SUBJECT_NAME_CHARS = 80

/** The message that tells the staff of an enquiry: plain text and HTML, to be answered to the sender. */
export function enquiryMail(enquiry: EnquiryRow, page: string | undefined): Mail {
  const name = oneLine(`${enquiry.firstName} ${enquiry.lastName}`)
  const email = oneLine(enquiry.email)
  const answer = (given: number) => (given === 1 ? 'yes' : 'no')
  const lines: [string, string][] = [
    ['Name', name || '(not given)'],
    ['Email', email || '(not given)'],
    ['Phone', oneLine(enquiry.phone) || '(not given)'],
    ['SMS notifications and alerts', answer(enquiry.smsConsent)],
    ['Marketing messages', answer(enquiry.marketingConsent)],
    ['Page', oneLine(page ?? '') || '(unknown)'],
    ['Received', enquiry.receivedAt],
    ['Enquiry', enquiry.id],
  ]
  const rows = lines.map(
    ([label, value]) =>
      `<tr><th align="left" valign="top">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  return {
    subject: `New enquiry from ${[...name].slice(0, MAX_SUBJECT_NAME_CHARS).join('') || 'the website'}`,
    ...(REPLYABLE.test(email) && { replyTo: { name, address: email } }),
    text: `${lines.map(([label, value]) => `${label}: ${value}`).join('\n')}\n`,
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>New enquiry</title><table cellpadding="4">${rows.join('')}</table></html>\n`,
  }
}

/** Line ends and other control characters would start a new header or line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
