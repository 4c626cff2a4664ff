import { UsersIcon } from '@sanity/icons/Users'
import { defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { headingField, requiredString } from '#studio/schema/fields.ts'

export const partnersBlock = defineBlock({
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
        defineField({ name: 'text', title: 'Text', type: 'inlineText' }),
        defineField({ name: 'button', title: 'Button', type: 'link' }),
      ],
    }),
  ],
})
