import { OlistIcon } from '@sanity/icons/Olist'
import { defineBlock, headingField, introField, listOf } from '#studio/schema/fields.ts'

export const steps = defineBlock({
  name: 'steps',
  title: 'Numbered steps',
  icon: OlistIcon,
  description: 'Explains a process in two to eight steps.',
  fields: [headingField, introField, listOf('card', 'steps', 'Steps', [2, 8])],
})
