import { StarIcon } from '@sanity/icons/Star'
import { defineField, defineType } from 'sanity'
import { blockPreview, headingField, introField } from '#studio/schema/block-parts.ts'

export const reviewsBlock = defineType({
  name: 'reviews',
  title: 'Reviews',
  type: 'object',
  icon: StarIcon,
  description: 'What clients say. The reviews themselves come from the visitors.',
  fields: [
    headingField,
    introField,
    defineField({
      name: 'addLabel',
      title: 'Button that opens the review form',
      type: 'string',
      validation: (rule) => rule.required().max(40),
    }),
    ...[
      { name: 'formTitle', title: 'Heading of the review form' },
      { name: 'submitLabel', title: 'Button of the review form' },
      { name: 'companyLabel', title: 'In front of a company' },
      { name: 'positionLabel', title: 'In front of a job title' },
      { name: 'moreLabel', title: 'Button that shows the whole review' },
      { name: 'lessLabel', title: 'Button that shortens it again' },
    ].map(({ name, title }) =>
      defineField({ name, title, type: 'string', validation: (rule) => rule.required().max(40) }),
    ),
    defineField({
      name: 'invitation',
      title: 'When there are no reviews yet',
      type: 'string',
      validation: (rule) => rule.required().max(140),
    }),
  ],
  preview: blockPreview('Reviews'),
})
