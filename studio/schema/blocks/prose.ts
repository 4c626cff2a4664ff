import { TextIcon } from '@sanity/icons/Text'
import { defineField, defineType } from 'sanity'
import { blockPreview } from '#studio/schema/block-parts.ts'
import { needsWords } from '#studio/schema/rules.ts'

export const proseBlock = defineType({
  name: 'prose',
  title: 'Text',
  type: 'object',
  icon: TextIcon,
  description: 'A column of text.',
  fields: [
    defineField({ name: 'heading', title: 'Heading', type: 'string', validation: (rule) => rule.max(90) }),
    defineField({ name: 'text', title: 'Text', type: 'richText', validation: needsWords }),
  ],
  preview: blockPreview('Text'),
})
