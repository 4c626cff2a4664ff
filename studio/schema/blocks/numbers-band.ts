import { TrendUpwardIcon } from '@sanity/icons/TrendUpward'
import { defineBlock, headingField, introField, listOf } from '#studio/schema/fields.ts'

export const numbersBand = defineBlock({
  name: 'numbersBand',
  title: 'Key figures on a dark band',
  icon: TrendUpwardIcon,
  description: 'Up to four figures across the page.',
  fields: [headingField, introField, listOf('figure', 'figures', 'Figures', [1, 4])],
})
