import { DocumentTextIcon } from '@sanity/icons/DocumentText'
import { defineField, defineType } from 'sanity'
import { requiredString } from '#studio/schema/fields.ts'
import { needsWords } from '#studio/schema/rules.ts'

/** A titled short text: service, feature, hexagon and step cards. */
export const card = defineType({
  name: 'card',
  title: 'Card',
  type: 'object',
  icon: DocumentTextIcon,
  fields: [
    requiredString('title', 'Title', 70),
    defineField({
      name: 'text',
      title: 'Text',
      type: 'inlineText',
      validation: needsWords,
    }),
  ],
  preview: { select: { title: 'title', subtitle: 'text' } },
})
