import { ThListIcon } from '@sanity/icons/ThList'
import { defineBlock } from '#studio/schema/define-block.ts'
import { headingField, introField, listOf } from '#studio/schema/fields.ts'

export const featureGridBlock = defineBlock({
  name: 'featureGrid',
  title: 'Feature grid',
  icon: ThListIcon,
  description: 'Short texts in a grid.',
  fields: [
    headingField,
    introField,
    listOf('card', 'features', 'Features', [2, 12], 'Nine fill the grid well.'),
  ],
})
