import { ArchiveIcon } from '@sanity/icons/Archive'
import { defineField, defineType } from 'sanity'
import { policySections } from '#studio/schema/documents/policy.ts'

/** An earlier text of a policy. Publishing a changed policy makes it; nobody edits or deletes it. */
export const policyVersion = defineType({
  name: 'policyVersion',
  title: 'Earlier policy text',
  type: 'document',
  icon: ArchiveIcon,
  readOnly: true,
  fields: [
    defineField({ name: 'policy', title: 'Policy', type: 'reference', to: [{ type: 'policy' }], weak: true }),
    defineField({ name: 'slug', title: 'Address of the policy then', type: 'string' }),
    defineField({ name: 'address', title: 'Address behind the policy’s', type: 'string' }),
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
