import { RocketIcon } from '@sanity/icons/Rocket'
import { defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { optionalString } from '#studio/schema/fields.ts'

export const callToActionBlock = defineBlock({
  name: 'callToAction',
  title: 'Call to action',
  icon: RocketIcon,
  description:
    'A banner with a button, for the end of a page. An empty field shows what Settings has under Banner.',
  fields: [
    optionalString('heading', 'Heading', 90, { description: 'Empty: the heading in Settings.' }),
    defineField({
      name: 'text',
      title: 'Text',
      type: 'inlineText',
      description: 'Empty: the text in Settings.',
    }),
    defineField({
      name: 'button',
      title: 'Button',
      type: 'link',
      description: 'Empty: the button in Settings.',
    }),
  ],
})
