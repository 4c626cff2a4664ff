import { BlockElementIcon } from '@sanity/icons/BlockElement'
import { defineArrayMember, defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { needsWords } from '#studio/schema/rules.ts'

export const pageHeaderBlock = defineBlock({
  name: 'pageHeader',
  title: 'Page header',
  icon: BlockElementIcon,
  description: 'The opening of a page. Its heading is the main heading of the page.',
  fields: [
    defineField({ name: 'eyebrow', title: 'Line above the heading', type: 'inlineText' }),
    defineField({
      name: 'heading',
      title: 'Heading',
      type: 'inlineText',
      validation: needsWords,
    }),
    defineField({ name: 'intro', title: 'Intro', type: 'richText' }),
    defineField({ name: 'picture', title: 'Picture', type: 'picture' }),
    defineField({
      name: 'buttons',
      title: 'Buttons',
      type: 'array',
      of: [defineArrayMember({ type: 'link' })],
      validation: (rule) => rule.max(2),
    }),
  ],
})
