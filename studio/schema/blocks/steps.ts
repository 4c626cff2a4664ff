import { OlistIcon } from '@sanity/icons/Olist'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { blockPreview, headingField, introField } from '#studio/schema/block-parts.ts'

export const stepsBlock = defineType({
  name: 'steps',
  title: 'Steps',
  type: 'object',
  icon: OlistIcon,
  description: 'A numbered sequence.',
  fields: [
    headingField,
    introField,
    defineField({
      name: 'steps',
      title: 'Steps',
      type: 'array',
      of: [defineArrayMember({ type: 'card' })],
      validation: (rule) => rule.required().min(2).max(8),
    }),
  ],
  preview: blockPreview('Steps'),
})
