import { ThLargeIcon } from '@sanity/icons/ThLarge'
import { defineBlock, introField, listOf, requiredText } from '#studio/schema/fields.ts'

export const serviceCards = defineBlock({
  name: 'serviceCards',
  title: 'Services on cards that unfold',
  icon: ThLargeIcon,
  description: 'What the company offers. A visitor opens a card to read about a service.',
  fields: [
    requiredText('heading', 'Heading', 'inlineText'),
    introField,
    listOf('card', 'cards', 'Cards', [2, 8], { description: 'Six fill the two columns evenly.' }),
  ],
})
