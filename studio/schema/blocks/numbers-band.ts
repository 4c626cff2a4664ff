import { TrendUpwardIcon } from '@sanity/icons/TrendUpward'
import { defineType } from 'sanity'
import { blockPreview, figuresField, headingField, introField } from '#studio/schema/block-parts.ts'

export const numbersBandBlock = defineType({
  name: 'numbersBand',
  title: 'Numbers band',
  type: 'object',
  icon: TrendUpwardIcon,
  description: 'A dark band with figures.',
  fields: [headingField, introField, figuresField('Figures')],
  preview: blockPreview('Numbers band'),
})
