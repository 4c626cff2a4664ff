import { ImagesIcon } from '@sanity/icons/Images'
import { defineArrayMember, defineField } from 'sanity'
import { defineBlock, listOf, requiredText } from '#studio/schema/fields.ts'
import { atLeastWide } from '#studio/schema/validators.ts'

export const heroSlideshow = defineBlock({
  name: 'heroSlideshow',
  title: 'Hero slideshow for the home page',
  icon: ImagesIcon,
  description: 'Fills the first screen: a welcome in front of images that change every five seconds.',
  fields: [
    requiredText('heading', 'Heading', 'inlineText'),
    requiredText('tagline', 'Tagline', 'inlineText'),
    defineField({
      name: 'slides',
      title: 'Images',
      type: 'array',
      of: [
        defineArrayMember({
          type: 'picture',
          validation: (rule) => rule.custom(atLeastWide(2400)).warning(),
        }),
      ],
      description: 'Shown in this order, five seconds each. Use landscape images at least 2400 pixels wide.',
      validation: (rule) => rule.required().min(1).max(8),
    }),
    listOf('link', 'buttons', 'Buttons', [1, 2]),
  ],
})
