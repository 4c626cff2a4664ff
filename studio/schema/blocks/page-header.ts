import { BlockElementIcon } from '@sanity/icons/BlockElement'
import { defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { listOf, requiredText } from '#studio/schema/fields.ts'

export const pageHeaderBlock = defineBlock({
  name: 'pageHeader',
  title: 'Page header with main heading',
  icon: BlockElementIcon,
  description: 'Opens a page: the main heading, an intro, up to two buttons, and an image if you like.',
  fields: [
    defineField({ name: 'eyebrow', title: 'Line above the heading', type: 'inlineText' }),
    requiredText('heading', 'Heading', 'inlineText'),
    defineField({ name: 'intro', title: 'Intro', type: 'richText' }),
    defineField({ name: 'picture', title: 'Image', type: 'picture' }),
    listOf('link', 'buttons', 'Buttons', [0, 2]),
  ],
})
