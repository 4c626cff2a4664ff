import { UsersIcon } from '@sanity/icons/Users'
import { defineField } from 'sanity'
import { defineBlock, headingField, optionalField, requiredString } from '#studio/schema/fields.ts'

export const partners = defineBlock({
  name: 'partners',
  title: 'Partner logos with invitation',
  icon: UsersIcon,
  description: 'The logos of all partners, and a panel that invites visitors to become one.',
  fields: [
    headingField,
    defineField({
      name: 'invitation',
      title: 'Invitation',
      type: 'object',
      fields: [
        requiredString('heading', 'Heading', 80),
        optionalField('text', 'Text', 'inlineText'),
        optionalField('button', 'Button', 'link'),
      ],
    }),
  ],
})
