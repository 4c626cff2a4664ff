import { StackCompactIcon } from '@sanity/icons/StackCompact'
import { defineField, defineType } from 'sanity'
import { blockPreview, titledText } from '#studio/schema/block-parts.ts'

export const tabsBlock = defineType({
  name: 'tabs',
  title: 'Tabs',
  type: 'object',
  icon: StackCompactIcon,
  description: 'Texts behind tabs; one is open.',
  fields: [
    defineField({
      name: 'heading',
      title: 'Heading',
      type: 'string',
      description: 'Read out by screen readers if empty on the page.',
      validation: (rule) => rule.max(90),
    }),
    defineField({
      name: 'tabs',
      title: 'Tabs',
      type: 'array',
      of: [titledText({ name: 'tab', title: 'Tab', text: 'text', titleMax: 30 })],
      validation: (rule) => rule.required().min(2).max(5),
    }),
    defineField({
      name: 'openTab',
      title: 'Open at first',
      type: 'number',
      description: '1 is the first tab.',
      initialValue: 1,
      validation: (rule) => rule.required().integer().min(1).max(5),
    }),
  ],
  preview: blockPreview('Tabs'),
})
