import { BlockElementIcon } from '@sanity/icons/BlockElement'
import { defineBlock, listOf, optionalField, requiredText } from '#studio/schema/fields.ts'

export const pageHeader = defineBlock({
  name: 'pageHeader',
  title: 'Page header with main heading',
  icon: BlockElementIcon,
  description: 'Opens a page: the main heading, an intro, up to two buttons, and an image if you like.',
  fields: [
    optionalField('eyebrow', 'Line above the heading', 'inlineText'),
    requiredText('heading', 'Heading', 'inlineText'),
    optionalField('intro', 'Intro', 'richText'),
    optionalField('picture', 'Image', 'picture'),
    listOf('link', 'buttons', 'Buttons', [0, 2]),
  ],
})
