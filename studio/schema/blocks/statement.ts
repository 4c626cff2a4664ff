import { BlockquoteIcon } from '@sanity/icons/Blockquote'
import { defineField, defineType } from 'sanity'
import { blockPreview } from '#studio/schema/block-parts.ts'
import { needsWords } from '#studio/schema/rules.ts'

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
      validation: needsWords,
    }),
    defineField({ name: 'note', title: 'Small line below', type: 'inlineText' }),
  ],
  preview: blockPreview('Statement', 'text'),
})
