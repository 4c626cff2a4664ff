import { ThListIcon } from '@sanity/icons/ThList'
import { defineBlock, headingField, introField, listOf } from '#studio/schema/fields.ts'

export const featureGrid = defineBlock({
  name: 'featureGrid',
  title: 'Features in a grid',
  icon: ThListIcon,
  description: 'Up to twelve features, each with a title and a short text.',
  fields: [
    headingField,
    introField,
    listOf('card', 'features', 'Features', [2, 12], { description: 'Nine fill the grid evenly.' }),
  ],
})
