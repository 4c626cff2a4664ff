/** `optional`: sites of an earlier version don't send it. */
type Field = { name: string; maxChars: number; mailLabel?: string; optional?: true }

/** The text fields of an enquiry (app/contact/README.md). */
export const ENQUIRY_FIELDS = [
  { name: 'firstName', maxChars: 320 },
  { name: 'lastName', maxChars: 320 },
  { name: 'email', maxChars: 320, mailLabel: 'Email' },
  { name: 'phone', maxChars: 40, mailLabel: 'Phone' },
] as const satisfies Field[]

export type EnquiryField = (typeof ENQUIRY_FIELDS)[number]['name']
export const ENQUIRY_FIELD_NAMES = ENQUIRY_FIELDS.map(({ name }): EnquiryField => name)
