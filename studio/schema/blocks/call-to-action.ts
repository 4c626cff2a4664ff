import { RocketIcon } from '@sanity/icons/Rocket'
import { defineBlock, optionalField, optionalString } from '#studio/schema/fields.ts'

export const callToAction = defineBlock({
  name: 'callToAction',
  title: 'Call to action',
  icon: RocketIcon,
  description:
    'A banner with a button, for the end of a page. An empty field shows what Settings has under Banner.',
  fields: [
    optionalString('heading', 'Heading', 90, { description: 'Empty: the heading in Settings.' }),
    optionalField('text', 'Text', 'inlineText', { description: 'Empty: the text in Settings.' }),
    optionalField('button', 'Button', 'link', { description: 'Empty: the button in Settings.' }),
  ],
})
