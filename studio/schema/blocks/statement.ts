import { BlockquoteIcon } from '@sanity/icons/Blockquote'
import { defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { needsWords } from '#studio/schema/rules.ts'

export const statementBlock = defineBlock({
  name: 'statement',
  title: 'Statement',
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
  previewField: 'text',
})
