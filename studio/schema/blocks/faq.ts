import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { blockPreview, headingField, introField } from '#studio/schema/block-parts.ts'

export const faqBlock = defineType({
  name: 'faq',
  title: 'FAQ',
  type: 'object',
  icon: HelpCircleIcon,
  description: 'Questions that open and close.',
  fields: [
    headingField,
    introField,
    defineField({
      name: 'items',
      title: 'Questions',
      type: 'array',
      description: 'Empty: all questions of the desk, in their order.',
      of: [defineArrayMember({ type: 'reference', to: [{ type: 'faqItem' }], weak: true })],
      validation: (rule) => rule.unique(),
    }),
  ],
  preview: blockPreview('FAQ'),
})
