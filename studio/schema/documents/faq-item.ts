import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { defineField, defineType } from 'sanity'
import { line } from '#studio/schema/line.ts'
import { listLine, SHOW_DATES } from '#studio/schema/outside-its-time.ts'
import { AS_ON_THE_PAGE, orderField } from '#studio/schema/place.ts'
import { needsWords } from '#studio/schema/rules.ts'
import { showDates, showDatesFieldset } from '#studio/schema/show-dates.ts'

export const faqItem = defineType({
  name: 'faqItem',
  title: 'FAQ item',
  type: 'document',
  icon: HelpCircleIcon,
  fieldsets: [showDatesFieldset],
  fields: [
    line('question', 'Question', 140),
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
  orderings: [AS_ON_THE_PAGE],
  preview: {
    select: { title: 'question', answer: 'answer', ...SHOW_DATES },
    prepare: ({ title, answer, ...dates }) => ({ title, subtitle: listLine(dates, answer) }),
  },
})
