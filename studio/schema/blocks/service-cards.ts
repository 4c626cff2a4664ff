import { ThLargeIcon } from '@sanity/icons/ThLarge'
import { defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { introField, listOf } from '#studio/schema/fields.ts'
import { needsWords } from '#studio/schema/rules.ts'

export const serviceCardsBlock = defineBlock({
  name: 'serviceCards',
  title: 'Service cards',
  icon: ThLargeIcon,
  description: 'What the company offers: titles that reveal their description.',
  fields: [
    defineField({
      name: 'heading',
      title: 'Heading',
      type: 'inlineText',
      validation: needsWords,
    }),
    introField,
    listOf('card', 'cards', 'Cards', [2, 8], 'Six fill the two columns well.'),
  ],
})
