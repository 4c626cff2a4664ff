import { TextIcon } from '@sanity/icons/Text'
import { defineBlock, optionalHeading, requiredText } from '#studio/schema/fields.ts'

export const prose = defineBlock({
  name: 'prose',
  title: 'Column of text',
  icon: TextIcon,
  description: 'Paragraphs, subheadings, lists and links.',
  fields: [optionalHeading, requiredText('text', 'Text', 'richText')],
})
