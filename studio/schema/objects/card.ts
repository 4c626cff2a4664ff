import { DocumentTextIcon } from '@sanity/icons/DocumentText'
import { defineType } from 'sanity'
import { requiredString, requiredText } from '#studio/schema/fields.ts'

export const card = defineType({
  name: 'card',
  title: 'Card',
  type: 'object',
  icon: DocumentTextIcon,
  fields: [requiredString('title', 'Title', 70), requiredText('text', 'Text', 'inlineText')],
  preview: { select: { title: 'title', subtitle: 'text' } },
})
