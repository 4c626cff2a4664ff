import { RocketIcon } from '@sanity/icons/Rocket'
import { defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'

export const callToActionBlock = defineBlock({
  name: 'callToAction',
  title: 'Call to action',
  icon: RocketIcon,
  description: 'The shared banner of Settings. What is filled in here takes its place.',
  fields: [
    defineField({
      name: 'heading',
      title: 'Heading',
      type: 'string',
      description: 'Empty: the heading of the shared banner.',
      validation: (rule) => rule.max(90),
    }),
    defineField({
      name: 'text',
      title: 'Text',
      type: 'inlineText',
      description: 'Empty: the text of the shared banner.',
    }),
    defineField({
      name: 'button',
      title: 'Button',
      type: 'link',
      description: 'Empty: the button of the shared banner.',
    }),
  ],
})
