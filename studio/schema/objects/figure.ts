import { BarChartIcon } from '@sanity/icons/BarChart'
import { defineField, defineType } from 'sanity'
import { needsLine } from '#studio/schema/rules.ts'

/** A headline figure such as “$18M” with what it counts. */
export const figure = defineType({
  name: 'figure',
  title: 'Figure',
  type: 'object',
  icon: BarChartIcon,
  fields: [
    defineField({
      name: 'value',
      title: 'Figure',
      type: 'string',
      description: 'As it is shown, for instance 15K+',
      validation: (rule) => needsLine(rule).max(14),
    }),
    defineField({
      name: 'label',
      title: 'What it counts',
      type: 'string',
      validation: (rule) => needsLine(rule).max(60),
    }),
  ],
  preview: { select: { title: 'value', subtitle: 'label' } },
})
