import { TagsIcon } from '@sanity/icons/Tags'
import { defineField, defineType } from 'sanity'
import { blockPreview, headingField, introField } from '#studio/schema/block-parts.ts'

export const planGridBlock = defineType({
  name: 'planGrid',
  title: 'Plan grid',
  type: 'object',
  icon: TagsIcon,
  description: 'The cards of all lead rates, or of all bundles.',
  fields: [
    headingField,
    introField,
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
  preview: blockPreview('Plan grid'),
})
