import { ArchiveIcon } from '@sanity/icons/Archive'
import { defineField, defineType } from 'sanity'

/** An earlier wording of the contact form's consents. Publishing changed Settings creates it; it is read-only. */
export const consentVersion = defineType({
  name: 'consentVersion',
  title: 'Earlier consent wording',
  type: 'document',
  icon: ArchiveIcon,
  readOnly: true,
  fields: [
    defineField({ name: 'address', title: 'Address after /consent-wording/', type: 'string' }),
    defineField({ name: 'effectiveDate', title: 'In force from', type: 'date' }),
    defineField({ name: 'until', title: 'Until', type: 'date' }),
    defineField({ name: 'sms', title: 'Text messages: notifications and alerts', type: 'text', rows: 4 }),
    defineField({ name: 'marketing', title: 'Occasional marketing messages', type: 'text', rows: 3 }),
  ],
  preview: {
    select: { from: 'effectiveDate', until: 'until' },
    prepare: ({ from, until }) => ({ title: 'Consent wording', subtitle: `${from} to ${until}` }),
  },
})
