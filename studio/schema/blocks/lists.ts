import { ComposeIcon } from '@sanity/icons/Compose'
import { DocumentsIcon } from '@sanity/icons/Documents'
import { EnvelopeIcon } from '@sanity/icons/Envelope'
import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { RocketIcon } from '@sanity/icons/Rocket'
import { StarIcon } from '@sanity/icons/Star'
import { TagsIcon } from '@sanity/icons/Tags'
import { UsersIcon } from '@sanity/icons/Users'
import { defineArrayMember, defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import {
  choiceField,
  headingField,
  introField,
  labelField,
  optionalField,
  optionalHeading,
  optionalString,
  requiredString,
} from '#studio/schema/fields.ts'

export const listsBlocks = [
  defineBlock({
    name: 'planGrid',
    title: 'Price cards of all plans',
    icon: TagsIcon,
    description: 'A card for each lead rate, or for each prepaid bundle. Visitors choose a plan here.',
    fields: [
      headingField,
      introField,
      choiceField('kind', 'Which plans', [
        { title: 'Lead rates', value: 'rate' },
        { title: 'Prepaid bundles', value: 'bundle' },
      ]),
    ],
  }),
  defineBlock({
    name: 'faq',
    title: 'Frequently asked questions',
    icon: HelpCircleIcon,
    description:
      'Questions that visitors open and close. Write the answers under FAQ in the list on the left.',
    fields: [
      headingField,
      introField,
      defineField({
        name: 'items',
        title: 'Questions',
        type: 'array',
        description: 'Choose questions, or leave this empty to show all of them in their order.',
        of: [defineArrayMember({ type: 'reference', to: [{ type: 'faqItem' }], weak: true })],
        validation: (rule) => rule.unique(),
      }),
    ],
  }),
  /** All articles, newest first; a long list continues at /…/page/2. */
  defineBlock({
    name: 'articleList',
    title: 'List of all articles',
    icon: DocumentsIcon,
    description: 'All articles, newest first, 24 per page.',
    fields: [optionalHeading, labelField('readLabel', 'Link to the article', 'Read Article')],
  }),
  defineBlock({
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
  }),
  defineBlock({
    name: 'reviews',
    title: 'Client reviews with form',
    icon: StarIcon,
    description:
      'Reviews that visitors wrote, and the form to write one. Hide or approve reviews in the Inbox.',
    fields: [
      headingField,
      introField,
      labelField('addLabel', 'Button that opens the review form', 'Add Review', 40),
      labelField('formTitle', 'Heading of the review form', 'Add New Review', 40),
      labelField('submitLabel', 'Button of the review form', 'Add', 40),
      labelField('companyLabel', 'Label before a company', 'Company', 40),
      labelField('positionLabel', 'Label before a job title', 'Position', 40),
      labelField('moreLabel', 'Button that shows the whole review', 'Read More', 40),
      labelField('lessLabel', 'Button that shortens it again', 'Show Less', 40),
      labelField(
        'invitation',
        'Text while there are no reviews',
        'No reviews yet. If you’ve worked with us, yours can be the first.',
        140,
      ),
    ],
  }),
  defineBlock({
    name: 'contactForm',
    title: 'Contact form',
    icon: ComposeIcon,
    description: 'The form that sends an enquiry. The wording of its consents is in Settings.',
    fields: [
      headingField,
      introField,
      optionalField('legal', 'Line below the consents', 'richText', {
        description: 'Link the privacy policy and the terms of use here. Both open in a new tab.',
      }),
      labelField('submitLabel', 'Button', 'Submit'),
      labelField('submittingLabel', 'Button while the form is being sent', 'Submitting...'),
    ],
  }),
  defineBlock({
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
  }),
  defineBlock({
    name: 'callToAction',
    title: 'Call to action',
    icon: RocketIcon,
    description:
      'A banner with a button, for the end of a page. An empty field shows what Settings has under Banner.',
    fields: [
      optionalString('heading', 'Heading', 90, { description: 'Empty: the heading in Settings.' }),
      optionalField('text', 'Text', 'inlineText', { description: 'Empty: the text in Settings.' }),
      optionalField('button', 'Button', 'link', { description: 'Empty: the button in Settings.' }),
    ],
  }),
]
