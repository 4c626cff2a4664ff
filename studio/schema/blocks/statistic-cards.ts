import { BarChartIcon } from '@sanity/icons/BarChart'
import { defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { headingField, listOf } from '#studio/schema/fields.ts'
import { needsWords } from '#studio/schema/rules.ts'

export const statisticCardsBlock = defineBlock({
  name: 'statisticCards',
  title: 'Mission and statistics',
  icon: BarChartIcon,
  description: 'A mission statement beside cards with figures.',
  fields: [
    headingField,
    defineField({ name: 'text', title: 'Text', type: 'richText', validation: needsWords }),
    listOf('figure', 'figures', 'Cards', [1, 4]),
  ],
})
