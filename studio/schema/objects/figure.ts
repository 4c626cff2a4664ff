import { BarChartIcon } from '@sanity/icons/BarChart'
import { defineType } from 'sanity'
import { line } from '#studio/schema/line.ts'

/** A headline figure such as “$18M” with what it counts. */
export const figure = defineType({
  name: 'figure',
  title: 'Figure',
  type: 'object',
  icon: BarChartIcon,
  fields: [
    line('value', 'Figure', 14, { description: 'As it is shown, for instance 15K+' }),
    line('label', 'What it counts', 60),
  ],
  preview: { select: { title: 'value', subtitle: 'label' } },
})
