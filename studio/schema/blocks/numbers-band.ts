import { TrendUpwardIcon } from '@sanity/icons/TrendUpward'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { blockTitle } from '#studio/schema/block-title.ts'

/** A dark band with figures. */
export const numbersBandBlock = defineType({
  name: 'numbersBand',
  title: 'Numbers band',
  type: 'object',
  icon: TrendUpwardIcon,
  description: 'A dark band with figures.',
  fields: [
    defineField({
      name: 'heading',
      title: 'Heading',
      type: 'string',
      validation: (rule) => rule.required().max(90),
    }),
    defineField({ name: 'intro', title: 'Intro', type: 'inlineText' }),
    defineField({
      name: 'figures',
      title: 'Figures',
      type: 'array',
      of: [defineArrayMember({ type: 'figure' })],
      validation: (rule) => rule.required().min(1).max(4),
    }),
  ],
  preview: {
    select: { heading: 'heading' },
    prepare: ({ heading }) => ({ title: blockTitle(heading, 'Numbers band'), subtitle: 'Numbers band' }),
  },
})
