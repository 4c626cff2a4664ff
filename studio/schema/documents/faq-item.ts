import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { defineField, defineType } from 'sanity'
import { requiredString } from '#studio/schema/fields.ts'
import { BY_ORDER, orderField } from '#studio/schema/order-field.ts'
import { needsWords } from '#studio/schema/rules.ts'
import { showDates, showDatesFieldset } from '#studio/schema/show-dates.ts'
import { SHOW_DATES, subtitleWithSchedule } from '#studio/schema/visibility.ts'
import { type Block, blockText } from '#studio/validation/walk.ts'

const wordsOf = (answer: unknown): string =>
  [answer ?? []]
    .flat()
    .filter((block): block is Block => typeof block === 'object' && block !== null)
    .map((block) => blockText(block).replaceAll('\uFFFC', '…'))
    .join(' ')

export const faqItem = defineType({
  name: 'faqItem',
  title: 'FAQ item',
  type: 'document',
  icon: HelpCircleIcon,
  fieldsets: [showDatesFieldset],
  fields: [
    requiredString('question', 'Question', 140),
    defineField({
      name: 'answer',
      title: 'Answer',
      type: 'richText',
      description: 'Quote prices with “Price of a plan” from the menu: they then follow the plan.',
      validation: needsWords,
    }),
    orderField('faqItem', 'Place in the list', 'Questions'),
    ...showDates('this question'),
  ],
  orderings: [BY_ORDER],
  preview: {
    select: { title: 'question', answer: 'answer', ...SHOW_DATES },
    prepare: ({ title, answer, ...dates }) => ({
      title,
      subtitle: subtitleWithSchedule(dates, wordsOf(answer)),
    }),
  },
})
