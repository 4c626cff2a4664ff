import { BlockquoteIcon } from '@sanity/icons/Blockquote'
import { defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { requiredText } from '#studio/schema/fields.ts'

export const statementBlock = defineBlock({
  name: 'statement',
  title: 'One strong sentence',
  icon: BlockquoteIcon,
  description: 'A sentence in large letters between two other blocks, with a small line below.',
  fields: [
    requiredText('text', 'Sentence', 'inlineText'),
    defineField({ name: 'note', title: 'Small line below', type: 'inlineText' }),
  ],
  previewField: 'text',
})
