import type { ChainCheck, ConsentRecord } from '#app/backend/enquiries/consents.ts'
import { escapeControlCharacters } from '#app/platform/escape-control-characters.ts'

/** Prints one record. */
export function evidenceText(record: ConsentRecord): string {
  const box = (ticked: number) => (ticked === 1 ? 'TICKED' : 'not ticked')
  const lines: [string, string | null][] = [
    ['Recorded', `${record.recordedAt} (UTC)`],
    ['Name', `${record.firstName} ${record.lastName}`.trim()],
    ['Phone', record.phone],
    ['E-mail', record.email],
    ['SMS box', box(record.smsConsent)],
    ['Marketing box', box(record.marketingConsent)],
    ['Page', record.page],
    ['IP address', record.address],
    ['User agent', record.userAgent],
    ['Campaign', record.campaign],
    ['Signed by site', record.signedAt ?? 'no: the caller sent no evidence, so page and wording are unknown'],
    ['Enquiry', record.enquiryId],
    ['Request', record.requestId],
    ['Hash', record.hash],
    ['Hash before', record.previousHash],
  ]
  const texts = record.texts.map(
    ({ field, hash, text }) => `  Wording shown for ${field} (SHA-256 ${hash}):\n    “${text ?? 'unknown'}”`,
  )
  const table = lines.map(
    ([label, value]) => `  ${label.padEnd(15)} ${escapeControlCharacters(value ?? '') || '(not given)'}`,
  )
  return [`Consent record ${record.sequence}`, ...table, ...texts].join('\n')
}

/** Says whether the chain of all records is intact. */
export const chainVerdict = ({ records, brokenAt }: ChainCheck): string =>
  brokenAt === null
    ? `All ${records} records and their chain are intact: every hash was recomputed.`
    : `The chain is BROKEN: record ${brokenAt} was changed or deleted outside the backend.`
