import { BarChartIcon } from '@sanity/icons/BarChart'
import { DocumentTextIcon } from '@sanity/icons/DocumentText'
import { defineType } from 'sanity'
import { requiredString, requiredText } from '#studio/schema/fields.ts'

/** A titled short text: service, feature, hexagon and step cards. */
export const card = defineType({
  name: 'card',
  title: 'Card',
  type: 'object',
  icon: DocumentTextIcon,
  fields: [requiredString('title', 'Title', 70), requiredText('text', 'Text', 'inlineText')],
  preview: { select: { title: 'title', subtitle: 'text' } },
})

/** A headline figure such as “$18M” with what it counts. */
export const figure = defineType({
  name: 'figure',
  title: 'Figure',
  type: 'object',
  icon: BarChartIcon,
  fields: [
    requiredString('value', 'Figure', 14, { description: 'As the site shows it, such as 15K+' }),
    requiredString('label', 'What it counts', 60),
  ],
  preview: { select: { title: 'value', subtitle: 'label' } },
})
