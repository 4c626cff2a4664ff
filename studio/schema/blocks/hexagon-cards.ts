import { CubeIcon } from '@sanity/icons/Cube'
import { defineBlock } from '#studio/schema/define-block.ts'
import { headingField, introField, listOf } from '#studio/schema/fields.ts'

export const hexagonCardsBlock = defineBlock({
  name: 'hexagonCards',
  title: 'Hexagon cards',
  icon: CubeIcon,
  description: 'Three reasons in hexagons.',
  fields: [headingField, introField, listOf('card', 'cards', 'Cards', [3, 3])],
})
