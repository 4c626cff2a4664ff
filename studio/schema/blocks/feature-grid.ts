import { ThListIcon } from '@sanity/icons/ThList'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { blockTitle } from '#studio/schema/block-title.ts'

/** Short texts in a grid. */
export const featureGridBlock = defineType({
  name: 'featureGrid',
  title: 'Feature grid',
  type: 'object',
  icon: ThListIcon,
  description: 'Short texts in a grid.',
  fields: [
    defineField({
      name: 'heading',
      title: 'Heading',
      type: 'string',
      validation: (rule) => rule.required().max(90),
    }),
    defineField({ name: 'intro', title: 'Intro', type: 'inlineText' }),
    defineField({
      name: 'features',
      title: 'Features',
      type: 'array',
      of: [defineArrayMember({ type: 'card' })],
      description: 'Nine fill the grid well.',
      validation: (rule) => rule.required().min(2).max(12),
    }),
  ],
  preview: {
    select: { heading: 'heading' },
    prepare: ({ heading }) => ({ title: blockTitle(heading, 'Feature grid'), subtitle: 'Feature grid' }),
  },
})
