import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { defineArrayMember, defineField } from 'sanity'
import { defineBlock, headingField, introField } from '#studio/schema/fields.ts'

export const faq = defineBlock({
  name: 'faq',
  title: 'Frequently asked questions',
  icon: HelpCircleIcon,
  description: 'Questions that visitors open and close. Write the answers under FAQ in the list on the left.',
  fields: [
    headingField,
    introField,
    defineField({
      name: 'items',
      title: 'Questions',
      type: 'array',
      description: 'Choose questions, or leave this empty to show all of them in their order.',
      of: [defineArrayMember({ type: 'reference', to: [{ type: 'faqItem' }], weak: true })],
      validation: (rule) => rule.unique(),
    }),
  ],
})
