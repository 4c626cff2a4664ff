import { EnvelopeIcon } from '@sanity/icons/Envelope'
import { defineBlock, labelField, optionalHeading } from '#studio/schema/fields.ts'

export const contactCards = defineBlock({
  name: 'contactCards',
  title: 'Contact details on cards',
  icon: EnvelopeIcon,
  description: 'E-mail, phone and postal address from Settings, each on a card.',
  fields: [
    optionalHeading,
    labelField('emailTitle', 'Title of the e-mail card', 'Email'),
    labelField('phoneTitle', 'Title of the phone card', 'Phone'),
    labelField('addressTitle', 'Title of the address card', 'Address'),
  ],
})
