import { BarChartIcon } from '@sanity/icons/BarChart'
import { defineField, defineType } from 'sanity'
import { blockPreview, figuresField, headingField } from '#studio/schema/block-parts.ts'
import { needsWords } from '#studio/schema/rules.ts'

export const statisticCardsBlock = defineType({
  name: 'statisticCards',
  title: 'Mission and statistics',
  type: 'object',
  icon: BarChartIcon,
  description: 'A mission statement beside cards with figures.',
  fields: [
    headingField,
    defineField({ name: 'text', title: 'Text', type: 'richText', validation: needsWords }),
    figuresField('Cards'),
  ],
  preview: blockPreview('Mission and statistics'),
})
