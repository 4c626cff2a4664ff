import { TagIcon } from '@sanity/icons/Tag'
import { defineField, defineType } from 'sanity'
import { WholeQuote } from '#studio/schema/objects/whole-quote.tsx'
import { figuresOf } from '#studio/validation/amounts.ts'
import { quotedFigure } from '../../../app/content/money.ts'

/** Quotes a plan's figure inside a text, so that a price is typed once (specification 9, "Conflict"). */
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
      description: 'The text always shows the current figure of this plan.',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'show',
      title: 'Which figure',
      type: 'string',
      options: {
        list: [
          { title: 'Price', value: 'price' },
          { title: 'Lead credit', value: 'credit' },
          { title: 'Saving (credit minus price)', value: 'saving' },
          { title: 'Highest property value', value: 'cap' },
        ],
        layout: 'radio',
      },
      initialValue: 'price',
      validation: (rule) => rule.required(),
    }),
  ],
  components: { inlineBlock: WholeQuote },
  // Reads like the text that visitors get, and says whose figure it is.
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
        ? `${quotedFigure(figuresOf(plan), show) ?? 'No such figure'} · ${title}`
        : 'Choose a plan that is on sale',
    }),
  },
})
