import { CubeIcon } from '@sanity/icons/Cube'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { blockTitle } from '#studio/schema/block-title.ts'

/** Three reasons in hexagons. */
export const hexagonCardsBlock = defineType({
  name: 'hexagonCards',
  title: 'Hexagon cards',
  type: 'object',
  icon: CubeIcon,
  description: 'Three reasons in hexagons.',
  fields: [
    defineField({
      name: 'heading',
      title: 'Heading',
      type: 'string',
      validation: (rule) => rule.required().max(90),
    }),
    defineField({ name: 'intro', title: 'Intro', type: 'inlineText' }),
    defineField({
      name: 'cards',
      title: 'Cards',
      type: 'array',
      of: [defineArrayMember({ type: 'card' })],
      validation: (rule) => rule.required().min(3).max(3),
    }),
  ],
  preview: {
    select: { heading: 'heading' },
    prepare: ({ heading }) => ({ title: blockTitle(heading, 'Hexagon cards'), subtitle: 'Hexagon cards' }),
  },
})
