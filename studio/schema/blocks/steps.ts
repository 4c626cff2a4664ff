import { OlistIcon } from '@sanity/icons/Olist'
import { defineBlock } from '#studio/schema/define-block.ts'
import { headingField, introField, listOf } from '#studio/schema/fields.ts'

export const stepsBlock = defineBlock({
  name: 'steps',
  title: 'Steps',
  icon: OlistIcon,
  description: 'A numbered sequence.',
  fields: [headingField, introField, listOf('card', 'steps', 'Steps', [2, 8])],
})
