import { ArchiveIcon } from '@sanity/icons/Archive'
import { defineField, defineType } from 'sanity'
import { policySections } from '#studio/schema/documents/policy.ts'

/** An earlier text of a policy. Publishing a changed policy creates it; it is read-only. */
export const policyVersion = defineType({
  name: 'policyVersion',
  title: 'Earlier policy text',
  type: 'document',
  icon: ArchiveIcon,
  readOnly: true,
  fields: [
    defineField({ name: 'policy', title: 'Policy', type: 'reference', to: [{ type: 'policy' }], weak: true }),
    defineField({ name: 'slug', title: 'Address of the policy at that time', type: 'string' }),
    defineField({ name: 'address', title: 'Address after the policy’s', type: 'string' }),
    defineField({ name: 'title', title: 'Title', type: 'string' }),
    defineField({ name: 'effectiveDate', title: 'In force from', type: 'date' }),
    defineField({ name: 'until', title: 'Until', type: 'date' }),
    defineField({ name: 'intro', title: 'What it is about', type: 'richText' }),
    policySections,
  ],
  preview: {
    select: { title: 'title', from: 'effectiveDate', until: 'until' },
    prepare: ({ title, from, until }) => ({ title, subtitle: `${from} to ${until}` }),
  },
})
