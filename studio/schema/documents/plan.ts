import { TagIcon } from '@sanity/icons/Tag'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { slugField } from '#studio/schema/address.ts'
import { choiceField, optionalString, requiredString } from '#studio/schema/fields.ts'
import { BY_ORDER, orderField } from '#studio/schema/order-field.ts'
import { SHOW_DATES, showDates, showDatesFieldset, subtitleWithSchedule } from '#studio/schema/show-dates.ts'
import { MAX_PRICE, requiresLine } from '#studio/schema/validators.ts'
import { formatPrice, toCents } from '../../../app/content/money.ts'

// The site ignores larger amounts (app/content/projections.ts).
const MAX_AMOUNT = 999_999_999

export const plan = defineType({
  name: 'plan',
  title: 'Plan',
  type: 'document',
  icon: TagIcon,
  fieldsets: [showDatesFieldset],
  fields: [
    requiredString('title', 'Title', 60, {
      description: 'Shown on the card and at checkout, such as “Standard Buyer Lead”.',
    }),
    choiceField('kind', 'Kind', [
      { title: 'Lead rate', value: 'rate' },
      { title: 'Prepaid bundle', value: 'bundle' },
    ]),
    slugField(
      'plan',
      60,
      'Used when a visitor chooses the plan. Leave it as it is once the plan is on sale.',
      { title: 'Short name' },
    ),
    defineField({
      name: 'price',
      title: 'Price (USD)',
      type: 'number',
      description:
        'The one place where this price is typed. Cards, FAQ, checkout and chat read it from here.',
      validation: (rule) => rule.required().greaterThan(0).precision(2).max(MAX_PRICE),
    }),
    defineField({
      name: 'cap',
      title: 'Highest property value (USD)',
      type: 'number',
      description: 'The rate covers properties up to this value. Empty: the card shows no limit.',
      hidden: ({ document }) => document?.kind === 'bundle',
      validation: (rule, context) => (context?.hidden ? [] : rule.greaterThan(0).integer().max(MAX_AMOUNT)),
    }),
    defineField({
      name: 'credit',
      title: 'Lead credit (USD)',
      type: 'number',
      description: 'What the bundle is worth in leads. The card shows credit minus price as the saving.',
      hidden: ({ document }) => document?.kind !== 'bundle',
      validation: (rule, context) =>
        context?.hidden
          ? []
          : rule
              .greaterThan(0)
              .precision(2)
              .max(MAX_AMOUNT)
              .custom((credit) => credit !== undefined || 'Type the lead credit of this bundle.'),
    }),
    optionalString('summary', 'Summary', 140, {
      description: 'One sentence under the title that says who the plan is for.',
    }),
    defineField({
      name: 'features',
      title: 'Features',
      type: 'array',
      of: [defineArrayMember({ type: 'string', validation: (rule) => requiresLine(rule).max(90) })],
      description: 'A list on the card. It is also sent with the order.',
      validation: (rule) => rule.required().min(1).max(8).unique(),
    }),
    orderField('plan', 'Place among the cards', 'cards'),
    ...showDates('this plan and can’t buy it; texts that quote it say that it is not on sale'),
  ],
  orderings: [BY_ORDER, { name: 'price', title: 'Price', by: [{ field: 'price', direction: 'asc' }] }],
  preview: {
    select: { title: 'title', slug: 'slug.current', price: 'price', kind: 'kind', ...SHOW_DATES },
    prepare: ({ title, slug, price, kind, ...dates }) => ({
      title: title ?? slug,
      subtitle: subtitleWithSchedule(
        dates,
        `${price > 0 && price <= MAX_PRICE ? formatPrice(toCents(price)) : 'no price'} · ${kind === 'bundle' ? 'bundle' : 'lead rate'}`,
      ),
    }),
  },
})
