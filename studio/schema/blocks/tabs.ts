import { StackCompactIcon } from '@sanity/icons/StackCompact'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { blockPreview } from '#studio/schema/block-parts.ts'

/** Texts behind tabs; one is open. */
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
      of: [
        defineArrayMember({
          name: 'tab',
          title: 'Tab',
          type: 'object',
          fields: [
            defineField({
              name: 'title',
              title: 'Title',
              type: 'string',
              validation: (rule) => rule.required().max(30),
            }),
            defineField({
              name: 'text',
              title: 'Text',
              type: 'richText',
              validation: (rule) => rule.required(),
            }),
          ],
          preview: { select: { title: 'title', subtitle: 'text' } },
        }),
      ],
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
