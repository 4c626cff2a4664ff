import { HeartIcon } from '@sanity/icons/Heart'
import { defineField } from 'sanity'
import { defineBlock, headingField, listOf, requiredText } from '#studio/schema/fields.ts'

export const appreciation = defineBlock({
  name: 'appreciation',
  title: 'Mission with image and figures',
  icon: HeartIcon,
  description: 'A text about the company beside an image, with headline figures below.',
  fields: [
    headingField,
    requiredText('text', 'Text', 'richText'),
    listOf('figure', 'figures', 'Figures', [1, 4]),
    defineField({
      name: 'picture',
      title: 'Image',
      type: 'picture',
      validation: (rule) => rule.required().assetRequired(),
    }),
  ],
})
