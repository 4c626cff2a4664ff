import { BarChartIcon } from '@sanity/icons/BarChart'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { blockTitle } from '#studio/schema/block-title.ts'

/** A mission statement beside cards with figures. */
export const statisticCardsBlock = defineType({
  name: 'statisticCards',
  title: 'Mission and statistics',
  type: 'object',
  icon: BarChartIcon,
  description: 'A mission statement beside cards with figures.',
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
      title: 'Cards',
      type: 'array',
      of: [defineArrayMember({ type: 'figure' })],
      validation: (rule) => rule.required().min(1).max(4),
    }),
  ],
  preview: {
    select: { heading: 'heading' },
    prepare: ({ heading }) => ({
      title: blockTitle(heading, 'Mission and statistics'),
      subtitle: 'Mission and statistics',
    }),
  },
})
