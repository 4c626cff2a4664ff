import { BarChartIcon } from '@sanity/icons/BarChart'
import { defineType } from 'sanity'
import { requiredString } from '#studio/schema/fields.ts'

export const figure = defineType({
  name: 'figure',
  title: 'Figure',
  type: 'object',
  icon: BarChartIcon,
  fields: [
    requiredString('value', 'Figure', 14, { description: 'As the site shows it, such as 15K+' }),
    requiredString('label', 'What it counts', 60),
  ],
  preview: { select: { title: 'value', subtitle: 'label' } },
})
