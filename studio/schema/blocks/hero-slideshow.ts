import { ImagesIcon } from '@sanity/icons/Images'
import { defineArrayMember, defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { listOf } from '#studio/schema/fields.ts'
import { atLeastWide, needsWords } from '#studio/schema/rules.ts'

export const heroSlideshowBlock = defineBlock({
  name: 'heroSlideshow',
  title: 'Hero slideshow',
  icon: ImagesIcon,
  description: 'The first screen of the home page: pictures that change behind a welcome.',
  fields: [
    defineField({
      name: 'heading',
      title: 'Heading',
      type: 'inlineText',
      validation: needsWords,
    }),
    defineField({
      name: 'tagline',
      title: 'Tagline',
      type: 'inlineText',
      validation: needsWords,
    }),
    defineField({
      name: 'slides',
      title: 'Pictures',
      type: 'array',
      of: [
        defineArrayMember({
          type: 'picture',
          validation: (rule) => rule.custom(atLeastWide(2400)).warning(),
        }),
      ],
      description: 'Shown in this order, five seconds each. Landscape, at least 2400 pixels wide.',
      validation: (rule) => rule.required().min(1).max(8),
    }),
    listOf('link', 'buttons', 'Buttons', [1, 2]),
  ],
})
