import { ThListIcon } from '@sanity/icons/ThList'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { blockPreview, headingField, introField } from '#studio/schema/block-parts.ts'

export const featureGridBlock = defineType({
  name: 'featureGrid',
  title: 'Feature grid',
  type: 'object',
  icon: ThListIcon,
  description: 'Short texts in a grid.',
  fields: [
    headingField,
    introField,
    defineField({
      name: 'features',
      title: 'Features',
      type: 'array',
      of: [defineArrayMember({ type: 'card' })],
      description: 'Nine fill the grid well.',
      validation: (rule) => rule.required().min(2).max(12),
    }),
  ],
  preview: blockPreview('Feature grid'),
})
