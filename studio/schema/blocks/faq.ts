import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { defineArrayMember, defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { headingField, introField } from '#studio/schema/fields.ts'

export const faqBlock = defineBlock({
  name: 'faq',
  title: 'FAQ',
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
})
