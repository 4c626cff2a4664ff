import { TextIcon } from '@sanity/icons/Text'
import { defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { needsWords } from '#studio/schema/rules.ts'

export const proseBlock = defineBlock({
  name: 'prose',
  title: 'Text',
  icon: TextIcon,
  description: 'A column of text.',
  fields: [
    defineField({ name: 'heading', title: 'Heading', type: 'string', validation: (rule) => rule.max(90) }),
    defineField({ name: 'text', title: 'Text', type: 'richText', validation: needsWords }),
  ],
})
