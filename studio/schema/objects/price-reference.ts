import { TagIcon } from '@sanity/icons/Tag'
import { defineField, defineType } from 'sanity'
import { choiceField } from '#studio/schema/fields.ts'
import { figuresOf } from '#studio/validation/amounts.ts'
import { quotedFigure } from '../../../app/content/money.ts'

/** Quotes an amount of a plan inside a text (specification 9, "Conflict"). */
export const priceReference = defineType({
  name: 'priceReference',
  title: 'Price of a plan',
  type: 'object',
  icon: TagIcon,
  fields: [
    defineField({
      name: 'plan',
      title: 'Plan',
      type: 'reference',
      to: [{ type: 'plan' }],
      weak: true,
      description: 'The text always shows the current amount of this plan.',
      validation: (rule) => rule.required(),
    }),
    choiceField('show', 'Amount', [
      { title: 'Price', value: 'price' },
      { title: 'Lead credit', value: 'credit' },
      { title: 'Saving (credit minus price)', value: 'saving' },
      { title: 'Highest property value', value: 'cap' },
    ]),
  ],
  preview: {
    select: {
      title: 'plan.title',
      kind: 'plan.kind',
      price: 'plan.price',
      credit: 'plan.credit',
      cap: 'plan.cap',
      show: 'show',
    },
    prepare: ({ title, show = 'price', ...plan }) => ({
      title: title
        ? `${quotedFigure(figuresOf(plan), show) ?? 'No such amount'} · ${title}`
        : 'Choose a published plan',
    }),
  },
})
