import { EnvelopeIcon } from '@sanity/icons/Envelope'
import { defineField } from 'sanity'
import { defineBlock, shortWords } from '#studio/schema/block-parts.ts'

export const contactCardsBlock = defineBlock({
  name: 'contactCards',
  title: 'Contact cards',
  icon: EnvelopeIcon,
  description: 'E-mail, phone and address of Settings as three cards.',
  fields: [
    defineField({ name: 'heading', title: 'Heading', type: 'string', validation: (rule) => rule.max(90) }),
    shortWords('emailTitle', 'Title of the e-mail card', 'Email'),
    shortWords('phoneTitle', 'Title of the phone card', 'Phone'),
    shortWords('addressTitle', 'Title of the address card', 'Address'),
  ],
})
