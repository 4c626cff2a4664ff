import { TagsIcon } from '@sanity/icons/Tags'
import { defineField } from 'sanity'
import { defineBlock, headingField, introField } from '#studio/schema/block-parts.ts'

export const planGridBlock = defineBlock({
  name: 'planGrid',
  title: 'Plan grid',
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
})
