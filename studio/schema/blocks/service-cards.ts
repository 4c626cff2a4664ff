import { ThLargeIcon } from '@sanity/icons/ThLarge'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { blockPreview, introField } from '#studio/schema/block-parts.ts'
import { needsWords } from '#studio/schema/rules.ts'

export const serviceCardsBlock = defineType({
  name: 'serviceCards',
  title: 'Service cards',
  type: 'object',
  icon: ThLargeIcon,
  description: 'What the company offers: titles that reveal their description.',
  fields: [
    defineField({
      name: 'heading',
      title: 'Heading',
      type: 'inlineText',
      validation: needsWords,
    }),
    introField,
    defineField({
      name: 'cards',
      title: 'Cards',
      type: 'array',
      of: [defineArrayMember({ type: 'card' })],
      description: 'Six fill the two columns well.',
      validation: (rule) => rule.required().min(2).max(8),
    }),
  ],
  preview: blockPreview('Service cards'),
})
