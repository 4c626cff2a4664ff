import { getVersionFromId } from '@sanity/client/csm'
import { CogIcon } from '@sanity/icons/Cog'
import { defineArrayMember, defineField, defineType } from 'sanity'
import {
  listOf,
  optionalField,
  optionalString,
  requiredLines,
  requiredString,
  requiredText,
  webAddressField,
} from '#studio/schema/fields.ts'
import { DEFAULT_TEXT } from '../../../app/content/default-text.ts'
import { PROVIDERS, type ProviderName } from '../../../app/content/measuring.ts'

const logo = (name: string, title: string, description?: string) =>
  defineField({
    name,
    title,
    type: 'image',
    group: 'company',
    description,
    options: { accept: 'image/svg+xml,image/png' },
  })

const requiredLink = (name: string, title: string, more: { group?: string } = {}) =>
  defineField({ name, title, type: 'link', ...more, validation: (rule) => rule.required() })

type Label = [name: string, title: string, max?: number, description?: string]

/** The labels of one part of the site. An empty label shows the default. */
const labelGroup = (name: keyof typeof DEFAULT_TEXT, title: string, labels: Label[]) =>
  defineField({
    name,
    title,
    type: 'object',
    group: 'words',
    fields: labels.map(([field, label, max = 60, description]) =>
      optionalString(field, label, max, {
        description,
        placeholder: (DEFAULT_TEXT[name] as Record<string, string>)[field],
      }),
    ),
    options: { collapsible: true, collapsed: true },
  })

/** Undefined: none. */
const providerOf = (measuring: unknown): (typeof PROVIDERS)[ProviderName] | undefined =>
  PROVIDERS[(measuring as { provider: ProviderName }).provider]

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
    { name: 'measuring', title: 'Measuring visitors' },
    { name: 'words', title: 'Labels and messages' },
  ],
  fields: [
    requiredString('brand', 'Brand name', 40, {
      group: 'company',
      description: 'All texts take the brand name from here. When it changes, replace the two logos too.',
    }),
    requiredLines('description', 'The company in one sentence', 160, {
      rows: 2,
      group: 'company',
      description: 'Shown in the footer, and in search results for pages without their own description.',
    }),
    logo('logo', 'Logo', 'Dark, for the light header. Empty: the site shows the brand name.'),
    logo('logoLight', 'Logo for dark backgrounds'),
    webAddressField('companyUrl', 'Company web address', { group: 'company', required: true }),
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
      description: 'In international form, such as +13025550142. The site formats it.',
      validation: (rule) =>
        rule
          .required()
          .regex(/^\+(?:1\d{10}|[2-9]\d{7,14})$/, { name: 'international number' })
          .error(
            'Type + and digits only, such as +13025550142. A number in the USA has ten digits after +1.',
          ),
    }),
    defineField({
      name: 'address',
      title: 'Postal address',
      type: 'object',
      group: 'company',
      fields: [
        requiredString('street', 'Street', 80),
        requiredString('city', 'City', 60),
        requiredString('region', 'State', 20, { description: 'For example Delaware or DE.' }),
        requiredString('postalCode', 'ZIP code', 10),
        webAddressField('mapsUrl', 'Link to a map', { required: true }),
      ],
      validation: (rule) => rule.required(),
    }),
    listOf('link', 'headerNav', 'Header navigation', [1, 7], { group: 'navigation' }),
    requiredLink('headerButton', 'Header button', { group: 'navigation' }),
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
          fields: [requiredString('title', 'Heading', 60), listOf('link', 'links', 'Links', [1, 20])],
        }),
      ],
      validation: (rule) => rule.required().max(4),
    }),
    optionalField('legalLine', 'Last line of the footer', 'inlineText', {
      group: 'navigation',
      description: 'The site puts © and the year before it.',
    }),
    defineField({
      name: 'callToAction',
      title: 'Call-to-action banner',
      type: 'object',
      group: 'banner',
      description: 'Every block “Call to action” shows this, unless the block has its own text.',
      fields: [
        requiredString('heading', 'Heading', 80),
        optionalField('text', 'Text', 'inlineText'),
        requiredLink('button', 'Button'),
      ],
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'consents',
      title: 'Consents of the contact form',
      type: 'object',
      group: 'consents',
      description:
        'The site stores this wording with each enquiry, as evidence. A change applies to enquiries sent after it is published. Earlier enquiries keep the wording that the visitor saw.',
      fields: [
        requiredText('sms', 'Text messages: notifications and alerts', 'inlineText', {
          description:
            'Say that the message frequency varies, that message and data rates may apply, and what HELP and STOP do.',
        }),
        requiredText('marketing', 'Occasional marketing messages', 'inlineText', {
          description: 'A separate consent. Never combine it with the other one.',
        }),
        defineField({
          name: 'effectiveDate',
          title: 'In force from',
          type: 'date',
          readOnly: ({ document }) => getVersionFromId(String(document?._id)) === undefined,
          description:
            'The Studio asks for this date when you publish a changed wording. In a release, type it here.',
        }),
      ],
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'measuring',
      title: 'Measuring visitors',
      type: 'object',
      group: 'measuring',
      description:
        'Counts page views and these events: plan_chosen, checkout_started, paid (each with the plan’s address and the amount), enquiry_sent, review_sent. Nothing personal is sent. Visitors whose browser sends Global Privacy Control are never counted. Name the provider in the privacy policy.',
      fields: [
        defineField({
          name: 'provider',
          title: 'Provider',
          type: 'string',
          description:
            'The site loads nothing from a provider that asks for consent before a visitor accepts.',
          options: {
            layout: 'radio',
            list: [
              { title: 'None', value: 'none' },
              ...Object.entries(PROVIDERS).map(([value, { title }]) => ({ title, value })),
            ],
          },
        }),
        defineField({
          name: 'account',
          title: 'Account',
          type: 'string',
          description: `Plausible: ${PROVIDERS.plausible.help}; create a goal for each event there. Google Analytics: ${PROVIDERS.ga4.help}; turn off “Enhanced measurement” there, which would send typed search words and form data. Matomo: ${PROVIDERS.matomo.help}; anonymise IP addresses there.`,
          hidden: ({ parent }) => !providerOf(parent ?? {}),
          validation: (rule) =>
            rule.custom((value, { parent }) => {
              const provider = providerOf(parent)
              return !provider || provider.form.test(value?.trim() ?? '') || `Type ${provider.help}.`
            }),
        }),
      ],
    }),
    labelGroup('measuringWords', 'Question for consent to measuring', [
      ['text', 'Question', 300, 'Say what is measured. Shown only while the provider needs consent.'],
      ['accept', 'Button: yes', 20],
      ['decline', 'Button: no', 20],
      ['change', 'Button at the end of each page', 60, 'Withdraws the choice and asks again.'],
    ]),
    labelGroup('planWords', 'Plan cards', [
      ['choose', 'Button of a card'],
      ['selected', 'Button of the chosen card'],
      ['cap', 'Before the highest property value'],
      ['credit', 'After the lead credit'],
      ['saving', 'Before the saving'],
      ['unavailable', 'Instead of the price of a plan that is off sale'],
    ]),
    labelGroup('checkoutWords', 'Checkout', [
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
      ['detailsFirst', 'When a buyer pays before saving the details', 120],
      ['detailsUnsaved', 'When a buyer pays with unsaved changes', 120],
      ['detailsNotSent', 'When the details could not be saved', 160],
      ['payWith', 'Heading of the payment area', 60, 'The site puts PayPal’s name after it.'],
      ['payLoading', 'While the payment buttons load'],
      ['testMoney', 'Above test payments', 160, 'Shown while no PayPal account is connected.'],
      ['paymentOff', 'When online payment is not set up', 160],
      ['paymentBlocked', 'When PayPal’s buttons cannot be loaded', 200],
      ['payOnPayPal', 'Button that opens PayPal’s page'],
      ['contactUs', 'Link to the contact page'],
      [
        'paymentReceived',
        'When the buyer has paid, but the purchase is not recorded',
        240,
        'The site puts the order number after it.',
      ],
      ['paymentPending', 'When PayPal is still checking a payment', 240],
      [
        'priceChanged',
        'When the price has changed during checkout',
        160,
        'The site puts the new price after it.',
      ],
      ['choiceChanged', 'When the plan, price or details changed in another window', 240],
      ['noPlan', 'When no plan is chosen'],
      ['noCookies', 'When the browser blocks cookies', 240],
      ['toPlans', 'Link back to the plans'],
    ]),
    labelGroup('searchWords', 'Search', [
      ['heading', 'Heading'],
      ['label', 'Label of the field'],
      ['button', 'Button'],
      ['results', 'Above the results', 60, 'The site puts the search words after it.'],
      ['none', 'When there are no results', 60, 'The site puts the search words after it.'],
      ['suggestions', 'Above the suggestions on “Page not found”'],
    ]),
    labelGroup('interfaceWords', 'Header, footer and messages', [
      ['skipLink', 'Skip link', 60, 'For keyboard users: jumps over the navigation.'],
      ['mainNavigation', 'Name of the header navigation', 60, 'Read out by screen readers.'],
      ['breadcrumb', 'Name of the links to the pages above', 60, 'Read out by screen readers.'],
      ['contents', 'Above the list of an article’s sections'],
      ['openMenu', 'Menu button'],
      ['closeMenu', 'Close the menu'],
      ['showPhone', 'Phone button'],
      ['openChat', 'Chat button', 60, 'Read out by screen readers.'],
      ['closeChat', 'Close the chat', 60, 'Read out by screen readers.'],
      ['homeLink', 'Logo link', 60, 'Read out by screen readers, after the brand name.'],
      ['newerArticles', 'Link to the newer articles of a long list'],
      ['olderArticles', 'Link to the older articles of a long list'],
      ['listPage', 'Before the page number of a list'],
      ['allReviews', 'Link to all reviews'],
      ['previousReviews', 'Link to the previous page of all reviews'],
      ['nextReviews', 'Link to the next page of all reviews'],
      ['reviewWaiting', 'When a review waits for approval', 200],
      ['articleMissing', 'When no article matches the address'],
      ['inForceFrom', 'Before the date of a policy'],
      ['inForceUntil', 'Before the date on which an earlier text ended'],
      ['earlierVersions', 'Heading of the earlier texts of a policy'],
      ['currentVersion', 'Link from an earlier text to the current one'],
      ['consentHeading', 'Heading of the page with the consent wording'],
      ['notFoundHeading', 'Page not found: heading', 90],
      ['notFoundText', 'Page not found: text', 200],
      ['notFoundButton', 'Page not found: button'],
    ]),
  ],
  preview: { prepare: () => ({ title: 'Settings' }) },
})
