import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { blockTitle } from '#studio/schema/block-title.ts'

/** Questions that open and close. */
export const faqBlock = defineType({
  name: 'faq',
  title: 'FAQ',
  type: 'object',
  icon: HelpCircleIcon,
  description: 'Questions that open and close.',
  fields: [
    defineField({
      name: 'heading',
      title: 'Heading',
      type: 'string',
      validation: (rule) => rule.required().max(90),
    }),
    defineField({ name: 'intro', title: 'Intro', type: 'inlineText' }),
    defineField({
      name: 'items',
      title: 'Questions',
      type: 'array',
      description: 'Empty: all questions of the desk, in their order.',
      of: [defineArrayMember({ type: 'reference', to: [{ type: 'faqItem' }], weak: true })],
      validation: (rule) => rule.unique(),
    }),
  ],
  preview: {
    select: { heading: 'heading' },
    prepare: ({ heading }) => ({ title: blockTitle(heading, 'FAQ'), subtitle: 'FAQ' }),
  },
})
