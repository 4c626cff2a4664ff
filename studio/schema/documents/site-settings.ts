import { getVersionFromId } from '@sanity/client/csm'
import { CogIcon } from '@sanity/icons/Cog'
import { defineArrayMember, defineField, defineType, type FieldDefinition } from 'sanity'
import { line } from '#studio/schema/line.ts'
import { needsLine, needsWords } from '#studio/schema/rules.ts'
import { DEFAULT_WORDS } from '../../../app/content/default-words.ts'

type Options = { description?: string; max?: number }

/** A short text that the site needs. */
const required = (name: string, title: string, { max = 60, ...more }: Options = {}): FieldDefinition =>
  line(name, title, max, more)

/** Texts of one part of the site, folded at first. Where one is empty, visitors read the default. */
const wordGroup = (
  name: keyof typeof DEFAULT_WORDS,
  title: string,
  texts: [name: string, title: string, options?: Options][],
) =>
  defineField({
    name,
    title,
    type: 'object',
    group: 'words',
    fields: texts.map(([field, label, { max = 60, description } = {}]) =>
      defineField({
        name: field,
        title: label,
        type: 'string',
        placeholder: (DEFAULT_WORDS[name] as Record<string, string>)[field],
        ...(description && { description }),
        validation: (rule) => rule.max(max),
      }),
    ),
    options: { collapsible: true, collapsed: true },
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
    line('brand', 'Brand name', 40, {
      group: 'company',
      description: 'Texts that quote the brand follow this name. Replace the logos too.',
    }),
    defineField({
      name: 'description',
      title: 'The company in a sentence',
      type: 'text',
      rows: 2,
      group: 'company',
      description: 'Shown in the footer, and in search results for pages without a description of their own.',
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
          .error('Type + and digits only, for instance +13025550142. After +1 come ten digits.'),
    }),
    defineField({
      name: 'address',
      title: 'Postal address',
      type: 'object',
      group: 'company',
      fields: [
        required('street', 'Street', { max: 80 }),
        required('city', 'City'),
        required('region', 'State', { description: 'For instance Delaware, or DE', max: 20 }),
        required('postalCode', 'ZIP code', { max: 10 }),
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
            required('title', 'Heading'),
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
        required('heading', 'Heading', { max: 80 }),
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
        'Each enquiry is stored with the wording that the visitor read. A change applies to new enquiries from the moment it is published.',
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
          description: 'A separate consent: never combine it with the other one.',
          validation: needsWords,
        }),
        defineField({
          name: 'effectiveDate',
          title: 'In force from',
          type: 'date',
          readOnly: ({ document }) => getVersionFromId(String(document?._id)) === undefined,
          description: 'Publish asks for it when the wording has changed. In a release, type it here.',
        }),
      ],
      validation: (rule) => rule.required(),
    }),
    wordGroup('planWords', 'Plan cards', [
      ['choose', 'Button of a card'],
      ['selected', 'Button of the chosen card'],
      ['cap', 'In front of the highest property value'],
      ['credit', 'Behind the lead credit'],
      ['saving', 'In front of the saving'],
      ['unavailable', 'In a text that quotes a plan no longer on sale'],
    ]),
    wordGroup('checkoutWords', 'Checkout', [
      ['heading', 'Heading'],
      ['product', 'Column: product'],
      ['price', 'Column: price'],
      ['quantity', 'Column: quantity'],
      ['subtotal', 'Column and row: subtotal'],
      ['basketTotal', 'Heading of the total box'],
      ['total', 'Row: total'],
      ['customerDetails', 'Heading of the form'],
      ['saveDetails', 'Button that saves the form'],
      ['clearDetails', 'Button that clears the saved details'],
      ['detailsSaved', 'When the details are saved'],
      ['detailsFirst', 'When somebody pays before saving', { max: 120 }],
      ['detailsUnsaved', 'When somebody pays with changes that are not saved', { max: 120 }],
      ['detailsNotSent', 'When saving doesn’t reach the site', { max: 160 }],
      ['payWith', 'Heading of the payment area', { description: 'PayPal’s name is put behind it.' }],
      ['payLoading', 'While the payment buttons load'],
      [
        'testMoney',
        'With test payments',
        {
          description: 'Shown while no PayPal account is connected.',
          max: 160,
        },
      ],
      ['paymentOff', 'When online payment is not set up', { max: 160 }],
      ['paymentBlocked', 'When PayPal’s buttons cannot be loaded', { max: 200 }],
      ['payOnPayPal', 'Button that leads to PayPal’s own page'],
      ['contactUs', 'Link to the contact page'],
      [
        'paymentReceived',
        'When money was received but the purchase is not recorded',
        {
          description: 'The order’s number is put behind it.',
          max: 240,
        },
      ],
      ['paymentPending', 'When PayPal is still checking a payment', { max: 240 }],
      [
        'priceChanged',
        'When the price changed meanwhile',
        {
          description: 'The new price is put behind it.',
          max: 160,
        },
      ],
      ['choiceChanged', 'When plan, price or details changed elsewhere', { max: 240 }],
      ['noPlan', 'When no plan is chosen'],
      ['noCookies', 'When the browser keeps no cookies', { max: 240 }],
      ['toPlans', 'Link back to the plans'],
    ]),
    wordGroup('searchWords', 'Search', [
      ['heading', 'Heading'],
      ['label', 'Field'],
      ['button', 'Button'],
      [
        'results',
        'When something was found',
        {
          description: 'What was looked for is put behind it.',
        },
      ],
      ['none', 'When nothing was found', { description: 'What was looked for is put behind it.' }],
      ['suggestions', 'Above suggestions for a page that is missing'],
    ]),
    wordGroup('interfaceWords', 'Header, footer and messages', [
      [
        'skipLink',
        'Skip link',
        {
          description: 'The first thing a keyboard reaches: jumps over the navigation.',
        },
      ],
      [
        'mainNavigation',
        'Name of the header navigation',
        {
          description: 'Read out by screen readers.',
        },
      ],
      ['openMenu', 'Menu button'],
      ['closeMenu', 'Close the menu'],
      ['showPhone', 'Phone button'],
      ['openChat', 'Chat button', { description: 'Read out by screen readers.' }],
      ['closeChat', 'Close the chat', { description: 'Read out by screen readers.' }],
      ['homeLink', 'Logo link', { description: 'Read out by screen readers, behind the brand.' }],
      ['newerArticles', 'Link to the newer articles of a long list'],
      ['olderArticles', 'Link to the older articles of a long list'],
      ['listPage', 'In front of the number of a list’s page'],
      ['allReviews', 'Link to all reviews, where a page shows the first ones'],
      ['previousReviews', 'Link to the previous page of all reviews'],
      ['nextReviews', 'Link to the next page of all reviews'],
      ['reviewWaiting', 'When a review waits for approval', { max: 200 }],
      ['articleMissing', 'When no article matches the address'],
      ['inForceFrom', 'In front of a policy’s date'],
      ['inForceUntil', 'In front of the date at which an earlier text ended'],
      ['earlierVersions', 'Heading of the earlier texts of a policy'],
      ['currentVersion', 'Link from an earlier text to the one in force'],
      ['consentHeading', 'Heading of the page with the consent wording'],
      ['notFoundHeading', 'Page not found: heading', { max: 90 }],
      ['notFoundText', 'Page not found: text', { max: 200 }],
      ['notFoundButton', 'Page not found: button'],
    ]),
  ],
  preview: { prepare: () => ({ title: 'Settings' }) },
})
