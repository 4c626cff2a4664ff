import { HeartIcon } from '@sanity/icons/Heart'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { blockTitle } from '#studio/schema/block-title.ts'

/** A mission text with headline figures and a picture. */
export const appreciationBlock = defineType({
  name: 'appreciation',
  title: 'Appreciation',
  type: 'object',
  icon: HeartIcon,
  description: 'A mission text with headline figures and a picture.',
  fields: [
    defineField({
      name: 'heading',
      title: 'Heading',
      type: 'string',
      validation: (rule) => rule.required().max(90),
    }),
    defineField({ name: 'text', title: 'Text', type: 'richText', validation: (rule) => rule.required() }),
    defineField({
      name: 'figures',
      title: 'Figures',
      type: 'array',
      of: [defineArrayMember({ type: 'figure' })],
      validation: (rule) => rule.required().min(1).max(4),
    }),
    defineField({
      name: 'picture',
      title: 'Picture',
      type: 'picture',
      validation: (rule) => rule.required().assetRequired(),
    }),
  ],
  preview: {
    select: { heading: 'heading' },
    prepare: ({ heading }) => ({ title: blockTitle(heading, 'Appreciation'), subtitle: 'Appreciation' }),
  },
})
