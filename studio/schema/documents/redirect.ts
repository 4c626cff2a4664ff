import { ArrowRightIcon } from '@sanity/icons/ArrowRight'
import { defineField, defineType } from 'sanity'

/** An address that moved. It counts as soon as it is published, wherever no page stands at the old address. */
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
      description: 'The part behind the site’s name, for instance /old-pricing',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'target',
      title: 'Leads to this page',
      type: 'reference',
      to: [{ type: 'page' }, { type: 'policy' }, { type: 'article' }],
      weak: true,
      description: 'Follows the page when its address changes again.',
    }),
    defineField({
      name: 'to',
      title: 'Or to this address',
      type: 'string',
      description: 'An address of this site (/pricing#faq) or elsewhere (https://…).',
    }),
    defineField({
      name: 'permanent',
      title: 'For good',
      type: 'boolean',
      description: 'Search engines then replace the old address. Off: only for now.',
      initialValue: true,
    }),
  ],
  orderings: [{ name: 'from', title: 'Old address', by: [{ field: 'from', direction: 'asc' }] }],
  preview: {
    select: { from: 'from', to: 'to', title: 'target.title' },
    prepare: ({ from, to, title }) => ({ title: from, subtitle: `→ ${title ?? to ?? '?'}` }),
  },
})
