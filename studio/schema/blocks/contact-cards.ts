import { EnvelopeIcon } from '@sanity/icons/Envelope'
import { defineField, defineType } from 'sanity'
import { blockPreview } from '#studio/schema/block-parts.ts'

export const contactCardsBlock = defineType({
  name: 'contactCards',
  title: 'Contact cards',
  type: 'object',
  icon: EnvelopeIcon,
  description: 'E-mail, phone and address of Settings as three cards.',
  fields: [
    defineField({ name: 'heading', title: 'Heading', type: 'string', validation: (rule) => rule.max(90) }),
    defineField({
      name: 'emailTitle',
      title: 'Title of the e-mail card',
      type: 'string',
      validation: (rule) => rule.required().max(30),
    }),
    defineField({
      name: 'phoneTitle',
      title: 'Title of the phone card',
      type: 'string',
      validation: (rule) => rule.required().max(30),
    }),
    defineField({
      name: 'addressTitle',
      title: 'Title of the address card',
      type: 'string',
      validation: (rule) => rule.required().max(30),
    }),
  ],
  preview: blockPreview('Contact cards'),
})
