import { TagIcon } from '@sanity/icons/Tag'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { fromTitle } from '#studio/schema/address.ts'
import { line } from '#studio/schema/line.ts'
import { AmountInput } from '#studio/schema/objects/amount-input.tsx'
import { listLine, SHOW_DATES } from '#studio/schema/outside-its-time.ts'
import { orderField } from '#studio/schema/place.ts'
import { isSlug, MOST_PRICE, needsLine } from '#studio/schema/rules.ts'
import { showDates, showDatesFieldset } from '#studio/schema/show-dates.ts'
import { formatPrice, toCents } from '../../../app/content/money.ts'

// Larger amounts are mistakes: to visitors they count as not filled in (app/content/projections.ts).
const MOST = 999_999_999

/** A lead rate or a prepaid bundle (specification 3 and 9). */
export const plan = defineType({
  name: 'plan',
  title: 'Plan',
  type: 'document',
  icon: TagIcon,
  fieldsets: [showDatesFieldset],
  fields: [
    line('title', 'Title', 60, {
      description: 'Shown on the card and at checkout, for instance “Standard Buyer Lead”.',
    }),
    defineField({
      name: 'kind',
      title: 'Kind',
      type: 'string',
      options: {
        list: [
          { title: 'Lead rate', value: 'rate' },
          { title: 'Prepaid bundle', value: 'bundle' },
        ],
        layout: 'radio',
        direction: 'horizontal',
      },
      initialValue: 'rate',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'slug',
      title: 'Short name',
      type: 'slug',
      description: 'Used when a visitor chooses the plan. Leave it as it is once the plan is on sale.',
      options: fromTitle('plan', 60),
      validation: (rule) => rule.required().custom(isSlug),
    }),
    defineField({
      name: 'price',
      title: 'Price (USD)',
      type: 'number',
      components: { input: AmountInput },
      description: 'The only place this price is typed. Cards, FAQ, checkout and chat all read it.',
      validation: (rule) => rule.required().greaterThan(0).precision(2).max(MOST_PRICE),
    }),
    defineField({
      name: 'cap',
      title: 'Highest property value (USD)',
      type: 'number',
      components: { input: AmountInput },
      description: 'For rates that cover properties up to a value. Empty: no limit is shown.',
      hidden: ({ document }) => document?.kind === 'bundle',
      validation: (rule, context) => (context?.hidden ? [] : rule.greaterThan(0).integer().max(MOST)),
    }),
    defineField({
      name: 'credit',
      title: 'Lead credit (USD)',
      type: 'number',
      components: { input: AmountInput },
      description: 'What the bundle is worth in leads. The saving on the card is credit minus price.',
      hidden: ({ document }) => document?.kind !== 'bundle',
      validation: (rule, context) =>
        context?.hidden
          ? []
          : rule
              .greaterThan(0)
              .precision(2)
              .max(MOST)
              .custom((credit) => credit !== undefined || 'A bundle needs a credit.'),
    }),
    defineField({
      name: 'summary',
      title: 'In a sentence',
      type: 'string',
      description: 'For whom the plan is, shown under its title.',
      validation: (rule) => rule.max(140),
    }),
    defineField({
      name: 'features',
      title: 'Features',
      type: 'array',
      of: [defineArrayMember({ type: 'string', validation: (rule) => needsLine(rule).max(90) })],
      description: 'Shown as a list on the card and sent with the order.',
      validation: (rule) => rule.required().min(1).max(8).unique(),
    }),
    orderField('plan', 'Place among the cards', 'Cards'),
    ...showDates('this plan, nor can buy it'),
  ],
  orderings: [
    {
      name: 'onPage',
      title: 'As on the page',
      by: [
        { field: 'kind', direction: 'desc' },
        { field: 'order', direction: 'asc' },
      ],
    },
    { name: 'price', title: 'Price', by: [{ field: 'price', direction: 'asc' }] },
  ],
  preview: {
    select: { title: 'title', slug: 'slug.current', price: 'price', kind: 'kind', ...SHOW_DATES },
    prepare: ({ title, slug, price, kind, ...dates }) => ({
      title: title ?? slug,
      subtitle: listLine(
        dates,
        `${price > 0 && price <= MOST_PRICE ? formatPrice(toCents(price)) : 'no price'} · ${kind === 'bundle' ? 'bundle' : 'lead rate'}`,
      ),
    }),
  },
})
