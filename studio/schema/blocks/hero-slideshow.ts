import { ImagesIcon } from '@sanity/icons/Images'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { blockPreview } from '#studio/schema/block-parts.ts'
import { atLeastWide, needsWords } from '#studio/schema/rules.ts'

export const heroSlideshowBlock = defineType({
  name: 'heroSlideshow',
  title: 'Hero slideshow',
  type: 'object',
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
    defineField({
      name: 'buttons',
      title: 'Buttons',
      type: 'array',
      of: [defineArrayMember({ type: 'link' })],
      validation: (rule) => rule.required().min(1).max(2),
    }),
  ],
  preview: blockPreview('Hero slideshow'),
})
