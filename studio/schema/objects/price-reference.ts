import { TagIcon } from '@sanity/icons/Tag'
import { defineField, defineType } from 'sanity'
import { pointsAtPublished } from '#studio/schema/rules.ts'

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
      description: 'The text always shows the figure that this plan has now.',
      validation: (rule) => rule.required().custom(pointsAtPublished).warning(),
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
  preview: {
    select: {
      title: 'plan.title',
      price: 'plan.price',
      credit: 'plan.credit',
      cap: 'plan.cap',
      show: 'show',
    },
    prepare: ({ title, price, credit, cap, show }) => {
      const figures: Record<string, number | undefined> = {
        price,
        credit,
        cap,
        saving: credit !== undefined && price !== undefined ? credit - price : undefined,
      }
      const figure = figures[show ?? 'price']
      return {
        title: figure === undefined ? 'Choose a plan' : `$${figure.toLocaleString('en-US')}`,
        subtitle: title,
      }
    },
  },
})
