import { TagsIcon } from '@sanity/icons/Tags'
import { defineField, defineType } from 'sanity'
import { blockTitle } from '#studio/schema/block-title.ts'

/** The cards of all lead rates, or of all bundles. */
export const planGridBlock = defineType({
  name: 'planGrid',
  title: 'Plan grid',
  type: 'object',
  icon: TagsIcon,
  description: 'The cards of all lead rates, or of all bundles.',
  fields: [
    defineField({
      name: 'heading',
      title: 'Heading',
      type: 'string',
      validation: (rule) => rule.required().max(90),
    }),
    defineField({ name: 'intro', title: 'Intro', type: 'inlineText' }),
    defineField({
      name: 'kind',
      title: 'Which plans',
      type: 'string',
      options: {
        list: [
          { title: 'Lead rates', value: 'rate' },
          { title: 'Prepaid bundles', value: 'bundle' },
        ],
        layout: 'radio',
      },
      initialValue: 'rate',
      validation: (rule) => rule.required(),
    }),
  ],
  preview: {
    select: { heading: 'heading' },
    prepare: ({ heading }) => ({ title: blockTitle(heading, 'Plan grid'), subtitle: 'Plan grid' }),
  },
})
