import { HeartIcon } from '@sanity/icons/Heart'
import { defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { headingField, listOf } from '#studio/schema/fields.ts'
import { needsWords } from '#studio/schema/rules.ts'

export const appreciationBlock = defineBlock({
  name: 'appreciation',
  title: 'Appreciation',
  icon: HeartIcon,
  description: 'A mission text with headline figures and a picture.',
  fields: [
    headingField,
    defineField({ name: 'text', title: 'Text', type: 'richText', validation: needsWords }),
    listOf('figure', 'figures', 'Figures', [1, 4]),
    defineField({
      name: 'picture',
      title: 'Picture',
      type: 'picture',
      validation: (rule) => rule.required().assetRequired(),
    }),
  ],
})
