import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { defineType } from 'sanity'
import { requiredString, requiredText } from '#studio/schema/fields.ts'
import { BY_ORDER, orderField } from '#studio/schema/order-field.ts'
import { SHOW_DATES, showDates, showDatesFieldset, subtitleWithSchedule } from '#studio/schema/show-dates.ts'

export const faqItem = defineType({
  name: 'faqItem',
  title: 'FAQ item',
  type: 'document',
  icon: HelpCircleIcon,
  fieldsets: [showDatesFieldset],
  fields: [
    requiredString('question', 'Question', 140),
    requiredText('answer', 'Answer', 'richText', {
      description: 'Insert “Price of a plan” instead of typing an amount: the answer then follows the plan.',
    }),
    orderField('faqItem', 'Place in the list', 'questions'),
    ...showDates('this question'),
  ],
  orderings: [BY_ORDER],
  preview: {
    select: { title: 'question', answer: 'answer', ...SHOW_DATES },
    prepare: ({ title, answer, ...dates }) => ({
      title,
      subtitle: subtitleWithSchedule(dates, answer),
    }),
  },
})
