import { ArrowRightIcon } from '@sanity/icons/ArrowRight'
import { defineField, defineType } from 'sanity'

/** A redirect works unless a page is published at the old address. */
export const redirect = defineType({
  name: 'redirect',
  title: 'Redirect',
  type: 'document',
  icon: ArrowRightIcon,
  fields: [
    defineField({
      name: 'from',
      title: 'Old address',
      type: 'string',
      description: 'The address after the site’s name, such as /old-pricing',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'target',
      title: 'Leads to this page',
      type: 'reference',
      to: [{ type: 'page' }, { type: 'policy' }, { type: 'article' }],
      weak: true,
      description: 'The redirect follows this page if its address changes again.',
    }),
    defineField({
      name: 'to',
      title: 'Or to this address',
      type: 'string',
      description: 'On this site (/pricing#faq) or on another one (https://…).',
    }),
    defineField({
      name: 'permanent',
      title: 'Permanent',
      type: 'boolean',
      description: 'On: search engines replace the old address. Off: the redirect is temporary.',
      initialValue: true,
    }),
  ],
  orderings: [{ name: 'from', title: 'Old address', by: [{ field: 'from', direction: 'asc' }] }],
  preview: {
    select: { from: 'from', to: 'to', title: 'target.title' },
    prepare: ({ from, to, title }) => ({ title: from, subtitle: `→ ${title ?? to ?? '?'}` }),
  },
})
