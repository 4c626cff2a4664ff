import { CogIcon } from '@sanity/icons/Cog'
import { defineArrayMember, defineField, defineType, type FieldDefinition } from 'sanity'
import {
  listOf,
  requiredLines,
  requiredString,
  requiredText,
  webAddressField,
} from '#studio/schema/fields.ts'

/** A required text of the interface. */
const label = (name: string, title: string, max = 60, description?: string): FieldDefinition =>
  requiredString(name, title, max, { description })

const logo = (name: string, title: string, description?: string) =>
  defineField({
    name,
    title,
    type: 'image',
    group: 'company',
    description,
    options: { accept: 'image/svg+xml,image/png' },
  })

/** The labels of one part of the site, collapsed until an editor opens them. */
const labelGroup = (name: string, title: string, fields: FieldDefinition[]) =>
  defineField({
    name,
    title,
    type: 'object',
    group: 'words',
    fields,
    options: { collapsible: true, collapsed: true },
    validation: (rule) => rule.required(),
  })

/** What all pages share. There is one such document. */
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
        label('street', 'Street', 80),
        label('city', 'City'),
        label('region', 'State', 20, 'For example Delaware or DE.'),
        label('postalCode', 'ZIP code', 10),
        webAddressField('mapsUrl', 'Link to a map', { required: true }),
      ],
      validation: (rule) => rule.required(),
    }),
    listOf('link', 'headerNav', 'Header navigation', [1, 7], { group: 'navigation' }),
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
          fields: [label('title', 'Heading'), listOf('link', 'links', 'Links', [1, 20])],
        }),
      ],
      validation: (rule) => rule.required().max(4),
    }),
    defineField({
      name: 'legalLine',
      title: 'Last line of the footer',
      type: 'inlineText',
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
        label('heading', 'Heading', 80),
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
          readOnly: true,
          description: 'The Studio asks for this date when you publish a changed wording.',
        }),
      ],
      validation: (rule) => rule.required(),
    }),
    labelGroup('planWords', 'Plan cards', [
      label('choose', 'Button of a card'),
      label('selected', 'Button of the chosen card'),
      label('cap', 'Before the highest property value'),
      label('credit', 'After the lead credit'),
      label('saving', 'Before the saving'),
      label('unavailable', 'Instead of the price of a plan that is off sale'),
    ]),
    labelGroup('checkoutWords', 'Checkout', [
      label('heading', 'Heading'),
      label('product', 'Column: product'),
      label('price', 'Column: price'),
      label('quantity', 'Column: quantity'),
      label('subtotal', 'Column and row: subtotal'),
      label('basketTotal', 'Heading of the total box'),
      label('total', 'Row: total'),
      label('customerDetails', 'Heading of the form'),
      label('saveDetails', 'Button that saves the form'),
      label('clearDetails', 'Button that clears the saved details'),
      label('detailsSaved', 'When the details are saved'),
      label('detailsFirst', 'When a buyer pays before saving the details', 120),
      label('detailsUnsaved', 'When a buyer pays with unsaved changes', 120),
      label('detailsNotSent', 'When the details could not be saved', 160),
      label('payWith', 'Heading of the payment area', 60, 'The site puts PayPal’s name after it.'),
      label('payLoading', 'While the payment buttons load'),
      label('testMoney', 'Above test payments', 160, 'Shown while no PayPal account is connected.'),
      label('paymentOff', 'When online payment is not set up', 160),
      label('paymentBlocked', 'When PayPal’s buttons cannot be loaded', 200),
      label('payOnPayPal', 'Button that opens PayPal’s page'),
      label('contactUs', 'Link to the contact page'),
      label(
        'paymentReceived',
        'When the buyer has paid, but the purchase is not recorded',
        240,
        'The site puts the order number after it.',
      ),
      label('paymentPending', 'When PayPal is still checking a payment', 240),
      label(
        'priceChanged',
        'When the price has changed during checkout',
        160,
        'The site puts the new price after it.',
      ),
      label('choiceChanged', 'When the plan, price or details changed in another window', 240),
      label('noPlan', 'When no plan is chosen'),
      label('noCookies', 'When the browser blocks cookies', 240),
      label('toPlans', 'Link back to the plans'),
    ]),
    labelGroup('searchWords', 'Search', [
      label('heading', 'Heading'),
      label('label', 'Label of the field'),
      label('button', 'Button'),
      label('results', 'Above the results', 60, 'The site puts the search words after it.'),
      label('none', 'When there are no results', 60, 'The site puts the search words after it.'),
      label('suggestions', 'Above the suggestions on “Page not found”'),
    ]),
    labelGroup('interfaceWords', 'Header, footer and messages', [
      label('skipLink', 'Skip link', 60, 'For keyboard users: jumps over the navigation.'),
      label('mainNavigation', 'Name of the header navigation', 60, 'Read out by screen readers.'),
      label('openMenu', 'Menu button'),
      label('closeMenu', 'Close the menu'),
      label('showPhone', 'Phone button'),
      label('openChat', 'Chat button', 60, 'Read out by screen readers.'),
      label('closeChat', 'Close the chat', 60, 'Read out by screen readers.'),
      label('homeLink', 'Logo link', 60, 'Read out by screen readers, after the brand name.'),
      label('newerArticles', 'Link to the newer articles of a long list'),
      label('olderArticles', 'Link to the older articles of a long list'),
      label('listPage', 'Before the page number of a list'),
      label('allReviews', 'Link to all reviews'),
      label('previousReviews', 'Link to the previous page of all reviews'),
      label('nextReviews', 'Link to the next page of all reviews'),
      label('reviewWaiting', 'When a review waits for approval', 200),
      label('articleMissing', 'When no article matches the address'),
      label('inForceFrom', 'Before the date of a policy'),
      label('inForceUntil', 'Before the date on which an earlier text ended'),
      label('earlierVersions', 'Heading of the earlier texts of a policy'),
      label('currentVersion', 'Link from an earlier text to the current one'),
      label('consentHeading', 'Heading of the page with the consent wording'),
      label('notFoundHeading', 'Page not found: heading', 90),
      label('notFoundText', 'Page not found: text', 200),
      label('notFoundButton', 'Page not found: button'),
    ]),
  ],
  preview: { prepare: () => ({ title: 'Settings' }) },
})
