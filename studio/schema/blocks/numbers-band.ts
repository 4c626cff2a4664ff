import { TrendUpwardIcon } from '@sanity/icons/TrendUpward'
import { defineBlock } from '#studio/schema/define-block.ts'
import { headingField, introField, listOf } from '#studio/schema/fields.ts'

export const numbersBandBlock = defineBlock({
  name: 'numbersBand',
  title: 'Numbers band',
  icon: TrendUpwardIcon,
  description: 'A dark band with figures.',
  fields: [headingField, introField, listOf('figure', 'figures', 'Figures', [1, 4])],
})
