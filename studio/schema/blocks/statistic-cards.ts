import { BarChartIcon } from '@sanity/icons/BarChart'
import { defineBlock, headingField, listOf, requiredText } from '#studio/schema/fields.ts'

export const statisticCards = defineBlock({
  name: 'statisticCards',
  title: 'Mission with statistics on cards',
  icon: BarChartIcon,
  description: 'A text about the mission beside up to four cards with figures.',
  fields: [
    headingField,
    requiredText('text', 'Text', 'richText'),
    listOf('figure', 'figures', 'Cards', [1, 4]),
  ],
})
