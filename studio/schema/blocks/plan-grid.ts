import { TagsIcon } from '@sanity/icons/Tags'
import { defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { headingField, introField } from '#studio/schema/fields.ts'

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
