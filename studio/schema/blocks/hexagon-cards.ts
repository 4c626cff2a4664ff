import { CubeIcon } from '@sanity/icons/Cube'
import { defineBlock, headingField, introField, listOf } from '#studio/schema/fields.ts'

export const hexagonCards = defineBlock({
  name: 'hexagonCards',
  title: 'Three reasons in hexagons',
  icon: CubeIcon,
  description: 'Three short reasons to choose the company, each in a hexagon.',
  fields: [headingField, introField, listOf('card', 'cards', 'Cards', [3, 3])],
})
