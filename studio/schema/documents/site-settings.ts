import { CogIcon } from '@sanity/icons/Cog'
import { defineArrayMember, defineField, defineType, type FieldDefinition } from 'sanity'
import { requiredString } from '#studio/schema/fields.ts'
import { needsLine, needsWords } from '#studio/schema/rules.ts'

/** A short text of the interface, required, with what the specification says as the seed. */
const words = (
  name: string,
  title: string,
  { max = 60, ...more }: { description?: string; max?: number } = {},
): FieldDefinition => requiredString(name, title, max, more)

/** Words of one part of the site, folded until somebody looks for them. */
const wordGroup = (name: string, title: string, fields: FieldDefinition[]) =>
  defineField({
    name,
    title,
    type: 'object',
    group: 'words',
    fields,
    options: { collapsible: true, collapsed: true },
    validation: (rule) => rule.required(),
  })

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
    requiredString('brand', 'Brand name', 40, {
      group: 'company',
      description:
        'Every text that names the brand reads it from here. The logos are pictures: replace them too.',
    }),
    defineField({
      name: 'description',
      title: 'The company in a sentence',
      type: 'text',
      rows: 2,
      group: 'company',
      description: 'Stands in the footer, and in search results of pages without a description of their own.',
      validation: (rule) => needsLine(rule).max(160),
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
          .regex(/^\+(?:1\d{10}|[2-9]\d{7,14})$/, { name: 'international number' })
          .error('Type + and digits only, for instance +13025550142: behind +1 there are ten.'),
    }),
    defineField({
      name: 'address',
      title: 'Postal address',
      type: 'object',
      group: 'company',
      fields: [
        words('street', 'Street', { max: 80 }),
        words('city', 'City'),
        words('region', 'State', { description: 'For instance Delaware, or DE', max: 20 }),
        words('postalCode', 'ZIP code', { max: 10 }),
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
        words('heading', 'Heading', { max: 80 }),
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
          validation: needsWords,
        }),
        defineField({
          name: 'marketing',
          title: 'Occasional marketing messages',
          type: 'inlineText',
          description: 'A consent of its own: never bundled with the other.',
          validation: needsWords,
        }),
        defineField({
          name: 'effectiveDate',
          title: 'In force from',
          type: 'date',
          readOnly: true,
          description: 'Asked for when a changed wording is published.',
        }),
      ],
      validation: (rule) => rule.required(),
    }),
    wordGroup('planWords', 'Plan cards', [
      words('choose', 'Button of a card'),
      words('selected', 'Button of the chosen card'),
      words('cap', 'In front of the highest property value'),
      words('credit', 'Behind the lead credit'),
      words('saving', 'In front of the saving'),
      words('unavailable', 'In a text that quotes a plan no longer on sale'),
    ]),
    wordGroup('checkoutWords', 'Checkout', [
      words('heading', 'Heading'),
      words('product', 'Column: product'),
      words('price', 'Column: price'),
      words('quantity', 'Column: quantity'),
      words('subtotal', 'Column and row: subtotal'),
      words('basketTotal', 'Heading of the total box'),
      words('total', 'Row: total'),
      words('customerDetails', 'Heading of the form'),
      words('saveDetails', 'Button that saves the form'),
      words('clearDetails', 'Button that clears the saved details'),
      words('detailsSaved', 'When the details are saved'),
      words('detailsFirst', 'When somebody pays before saving', { max: 120 }),
      words('detailsUnsaved', 'When somebody pays with changes that are not saved', { max: 120 }),
      words('detailsNotSent', 'When saving doesn’t reach the site', { max: 160 }),
      words('payWith', 'Heading of the payment area', { description: 'PayPal’s name is put behind it.' }),
      words('payLoading', 'While the payment buttons load'),
      words('testMoney', 'With test payments', {
        description: 'Shown while no PayPal account is connected.',
        max: 160,
      }),
      words('paymentOff', 'When online payment is not set up', { max: 160 }),
      words('paymentBlocked', 'When PayPal’s buttons cannot be loaded', { max: 200 }),
      words('payOnPayPal', 'Button that leads to PayPal’s own page'),
      words('contactUs', 'Link to the contact page'),
      words('paymentReceived', 'When money was received but the purchase is not recorded', {
        description: 'The order’s number is put behind it.',
        max: 240,
      }),
      words('paymentPending', 'When PayPal is still checking a payment', { max: 240 }),
      words('priceChanged', 'When the price changed meanwhile', {
        description: 'The new price is put behind it.',
        max: 160,
      }),
      words('choiceChanged', 'When plan, price or details changed elsewhere', { max: 240 }),
      words('noPlan', 'When no plan is chosen'),
      words('noCookies', 'When the browser keeps no cookies', { max: 240 }),
      words('toPlans', 'Link back to the plans'),
    ]),
    wordGroup('searchWords', 'Search', [
      words('heading', 'Heading'),
      words('label', 'Field'),
      words('button', 'Button'),
      words('results', 'When something was found', {
        description: 'What was looked for is put behind it.',
      }),
      words('none', 'When nothing was found', { description: 'What was looked for is put behind it.' }),
      words('suggestions', 'Above suggestions for a page that is missing'),
    ]),
    wordGroup('interfaceWords', 'Header, footer and messages', [
      words('skipLink', 'Skip link', {
        description: 'The first thing a keyboard reaches: jumps over the navigation.',
      }),
      words('mainNavigation', 'Name of the header navigation', {
        description: 'Read out by screen readers.',
      }),
      words('openMenu', 'Menu button'),
      words('closeMenu', 'Close the menu'),
      words('showPhone', 'Phone button'),
      words('openChat', 'Chat button', { description: 'Read out by screen readers.' }),
      words('closeChat', 'Close the chat', { description: 'Read out by screen readers.' }),
      words('homeLink', 'Logo link', { description: 'Read out by screen readers, behind the brand.' }),
      words('newerArticles', 'Link to the newer articles of a long list'),
      words('olderArticles', 'Link to the older articles of a long list'),
      words('listPage', 'In front of the number of a list’s page'),
      words('allReviews', 'Link to all reviews, where a page shows the first ones'),
      words('previousReviews', 'Link to the previous page of all reviews'),
      words('nextReviews', 'Link to the next page of all reviews'),
      words('reviewWaiting', 'When a review waits for approval', { max: 200 }),
      words('articleMissing', 'When no article matches the address'),
      words('inForceFrom', 'In front of a policy’s date'),
      words('inForceUntil', 'In front of the date at which an earlier text ended'),
      words('earlierVersions', 'Heading of the earlier texts of a policy'),
      words('currentVersion', 'Link from an earlier text to the one in force'),
      words('consentHeading', 'Heading of the page with the consent wording'),
      words('notFoundHeading', 'Page not found: heading', { max: 90 }),
      words('notFoundText', 'Page not found: text', { max: 200 }),
      words('notFoundButton', 'Page not found: button'),
    ]),
  ],
  preview: { prepare: () => ({ title: 'Settings' }) },
})
