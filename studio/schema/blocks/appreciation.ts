import { HeartIcon } from '@sanity/icons/Heart'
import { defineField, defineType } from 'sanity'
import { blockPreview, figuresField, headingField } from '#studio/schema/block-parts.ts'
import { needsWords } from '#studio/schema/rules.ts'

export const appreciationBlock = defineType({
  name: 'appreciation',
  title: 'Appreciation',
  type: 'object',
  icon: HeartIcon,
  description: 'A mission text with headline figures and a picture.',
  fields: [
    headingField,
    defineField({ name: 'text', title: 'Text', type: 'richText', validation: needsWords }),
    figuresField('Figures'),
    defineField({
      name: 'picture',
      title: 'Picture',
      type: 'picture',
      validation: (rule) => rule.required().assetRequired(),
    }),
  ],
  preview: blockPreview('Appreciation'),
})
