import { CubeIcon } from '@sanity/icons/Cube'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { blockPreview, headingField, introField } from '#studio/schema/block-parts.ts'

export const hexagonCardsBlock = defineType({
  name: 'hexagonCards',
  title: 'Hexagon cards',
  type: 'object',
  icon: CubeIcon,
  description: 'Three reasons in hexagons.',
  fields: [
    headingField,
    introField,
    defineField({
      name: 'cards',
      title: 'Cards',
      type: 'array',
      of: [defineArrayMember({ type: 'card' })],
      validation: (rule) => rule.required().min(3).max(3),
    }),
  ],
  preview: blockPreview('Hexagon cards'),
})
