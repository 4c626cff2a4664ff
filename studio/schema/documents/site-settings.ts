import { CogIcon } from '@sanity/icons/Cog'
import { defineArrayMember, defineField, defineType, type FieldDefinition } from 'sanity'

/** A short text of the interface, required, with what the specification says as the seed. */
const words = (name: string, title: string, description?: string, max = 60): FieldDefinition =>
  defineField({ name, title, type: 'string', description, validation: (rule) => rule.required().max(max) })

/** Everything that is the same on all pages (a single document). */
export const siteSettings = defineType({
  name: 'siteSettings',
  title: 'Settings',
  type: 'document',
  icon: CogIcon,
  groups: [
    { name: 'company', title: 'Company', default: true },
    { name: 'navigation', title: 'Navigation' },
    { name: 'banner', title: 'Banner' },
    { name: 'consents', title: 'Consents' },
    { name: 'words', title: 'Words on buttons and messages' },
  ],
  fields: [
    defineField({
      name: 'brand',
      title: 'Brand name',
      type: 'string',
      group: 'company',
      description: 'Every text that names the brand reads it from here.',
      validation: (rule) => rule.required().max(40),
    }),
    defineField({
      name: 'description',
      title: 'The company in a sentence',
      type: 'text',
      rows: 2,
      group: 'company',
      description: 'Stands in the footer, and in search results of pages without a description of their own.',
      validation: (rule) => rule.required().max(160),
    }),
    defineField({
      name: 'logo',
      title: 'Logo',
      type: 'image',
      group: 'company',
      options: { accept: 'image/svg+xml,image/png' },
      description: 'Dark, for the light header. Without a logo the brand name is shown.',
    }),
    defineField({
      name: 'logoLight',
      title: 'Logo for dark grounds',
      type: 'image',
      group: 'company',
      options: { accept: 'image/svg+xml,image/png' },
    }),
    defineField({
      name: 'companyUrl',
      title: 'Company web address',
      type: 'url',
      group: 'company',
      validation: (rule) => rule.required().uri({ scheme: ['https'] }),
    }),
    defineField({
      name: 'email',
      title: 'Contact e-mail',
      type: 'string',
      group: 'company',
      validation: (rule) => rule.required().email(),
    }),
    defineField({
      name: 'phone',
      title: 'Phone',
      type: 'string',
      group: 'company',
      description: 'International form, for instance +13025550142. The site formats it.',
      validation: (rule) =>
        rule
          .required()
          .regex(/^\+[1-9]\d{7,14}$/, { name: 'international number' })
          .error('Type + and digits only, for instance +13025550142.'),
    }),
    defineField({
      name: 'address',
      title: 'Postal address',
      type: 'object',
      group: 'company',
      fields: [
        words('street', 'Street', undefined, 80),
        words('city', 'City'),
        words('region', 'State', 'Two letters, for instance DE', 2),
        words('postalCode', 'ZIP code', undefined, 10),
        defineField({
          name: 'mapsUrl',
          title: 'Link to a map',
          type: 'url',
          validation: (rule) => rule.required().uri({ scheme: ['https'] }),
        }),
      ],
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'headerNav',
      title: 'Header navigation',
      type: 'array',
      group: 'navigation',
      of: [defineArrayMember({ type: 'link' })],
      validation: (rule) => rule.required().min(1).max(7),
    }),
    defineField({
      name: 'headerButton',
      title: 'Header button',
      type: 'link',
      group: 'navigation',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'footerGroups',
      title: 'Footer columns',
      type: 'array',
      group: 'navigation',
      of: [
        defineArrayMember({
          name: 'footerGroup',
          title: 'Column',
          type: 'object',
          fields: [
            words('title', 'Heading'),
            defineField({
              name: 'links',
              title: 'Links',
              type: 'array',
              of: [defineArrayMember({ type: 'link' })],
              validation: (rule) => rule.required().min(1),
            }),
          ],
        }),
      ],
      validation: (rule) => rule.required().max(4),
    }),
    defineField({
      name: 'legalLine',
      title: 'Line at the very bottom',
      type: 'inlineText',
      group: 'navigation',
      description: 'The year and © are put in front of it.',
    }),
    defineField({
      name: 'callToAction',
      title: 'Call-to-action banner',
      type: 'object',
      group: 'banner',
      description: 'Shared by all pages that show the banner.',
      fields: [
        words('heading', 'Heading', undefined, 80),
        defineField({ name: 'text', title: 'Text', type: 'inlineText' }),
        defineField({ name: 'button', title: 'Button', type: 'link', validation: (rule) => rule.required() }),
      ],
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'consents',
      title: 'Consents of the contact form',
      type: 'object',
      group: 'consents',
      description:
        'With each enquiry the wording that was on the page is kept as evidence. A change counts from the moment it is published; earlier records keep the wording that they were given under.',
      fields: [
        defineField({
          name: 'sms',
          title: 'Text messages: notifications and alerts',
          type: 'inlineText',
          description:
            'Must say that the frequency varies, that message and data rates may apply, and name HELP and STOP.',
          validation: (rule) => rule.required(),
        }),
        defineField({
          name: 'marketing',
          title: 'Occasional marketing messages',
          type: 'inlineText',
          description: 'A consent of its own: never bundled with the other.',
          validation: (rule) => rule.required(),
        }),
      ],
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'planWords',
      title: 'Plan cards',
      type: 'object',
      group: 'words',
      fields: [
        words('choose', 'Button of a card'),
        words('selected', 'Button of the chosen card'),
        words('cap', 'In front of the highest property value'),
        words('credit', 'Behind the lead credit'),
        words('saving', 'In front of the saving'),
        words('unavailable', 'In a text that quotes a plan no longer on sale'),
      ],
      options: { collapsible: true, collapsed: true },
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'checkoutWords',
      title: 'Checkout',
      type: 'object',
      group: 'words',
      fields: [
        words('heading', 'Heading'),
        words('product', 'Column: product'),
        words('price', 'Column: price'),
        words('quantity', 'Column: quantity'),
        words('subtotal', 'Column and row: subtotal'),
        words('basketTotal', 'Heading of the total box'),
        words('total', 'Row: total'),
        words('noPlan', 'When no plan is chosen'),
        words('toPlans', 'Link back to the plans'),
      ],
      options: { collapsible: true, collapsed: true },
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'interfaceWords',
      title: 'Header, footer and messages',
      type: 'object',
      group: 'words',
      fields: [
        words('skipLink', 'Skip link', 'The first thing a keyboard reaches: jumps over the navigation.'),
        words('mainNavigation', 'Name of the header navigation', 'Read out by screen readers.'),
        words('openMenu', 'Menu button'),
        words('closeMenu', 'Close the menu'),
        words('showPhone', 'Phone button'),
        words('homeLink', 'Logo link', 'Read out by screen readers.'),
        words('articleMissing', 'When no article matches the address'),
        words('inForceFrom', 'In front of a policy’s date'),
        words('notFoundHeading', 'Page not found: heading', undefined, 90),
        words('notFoundText', 'Page not found: text', undefined, 200),
        words('notFoundButton', 'Page not found: button'),
      ],
      options: { collapsible: true, collapsed: true },
      validation: (rule) => rule.required(),
    }),
  ],
  preview: { prepare: () => ({ title: 'Settings' }) },
})
