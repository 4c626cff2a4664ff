import { BlockquoteIcon } from '@sanity/icons/Blockquote'
import { defineBlock, optionalField, requiredText } from '#studio/schema/fields.ts'

export const statement = defineBlock({
  name: 'statement',
  title: 'One strong sentence',
  icon: BlockquoteIcon,
  description: 'A sentence in large letters between two other blocks, with a small line below.',
  fields: [
    requiredText('text', 'Sentence', 'inlineText'),
    optionalField('note', 'Small line below', 'inlineText'),
  ],
  previewField: 'text',
})
