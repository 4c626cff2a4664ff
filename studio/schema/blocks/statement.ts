import { BlockquoteIcon } from '@sanity/icons/Blockquote'
import { defineField, defineType } from 'sanity'
import { blockTitle } from '#studio/schema/block-title.ts'

/** One strong sentence that stands alone. */
export const statementBlock = defineType({
  name: 'statement',
  title: 'Statement',
  type: 'object',
  icon: BlockquoteIcon,
  description: 'One strong sentence that stands alone.',
  fields: [
    defineField({
      name: 'text',
      title: 'Sentence',
      type: 'inlineText',
      validation: (rule) => rule.required(),
    }),
    defineField({ name: 'note', title: 'Small line below', type: 'inlineText' }),
  ],
  preview: {
    select: { heading: 'text' },
    prepare: ({ heading }) => ({ title: blockTitle(heading, 'Statement'), subtitle: 'Statement' }),
  },
})
