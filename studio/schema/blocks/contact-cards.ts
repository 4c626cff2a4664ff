import { EnvelopeIcon } from '@sanity/icons/Envelope'
import { defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { labelField } from '#studio/schema/fields.ts'

export const contactCardsBlock = defineBlock({
  name: 'contactCards',
  title: 'Contact cards',
  icon: EnvelopeIcon,
  description: 'E-mail, phone and address of Settings as three cards.',
  fields: [
    defineField({ name: 'heading', title: 'Heading', type: 'string', validation: (rule) => rule.max(90) }),
    labelField('emailTitle', 'Title of the e-mail card', 'Email'),
    labelField('phoneTitle', 'Title of the phone card', 'Phone'),
    labelField('addressTitle', 'Title of the address card', 'Address'),
  ],
})
