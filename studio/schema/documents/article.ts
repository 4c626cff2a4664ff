import { DocumentIcon } from '@sanity/icons/Document'
import { defineField, defineType } from 'sanity'
import { fromTitle } from '#studio/schema/address.ts'
import { dayOf } from '#studio/schema/day-of.ts'
import { line } from '#studio/schema/line.ts'
import { listLine, SHOW_DATES } from '#studio/schema/outside-its-time.ts'
import { atLeastWide, isSlug, needsLine, needsWords } from '#studio/schema/rules.ts'
import { showDates, showDatesFieldset } from '#studio/schema/show-dates.ts'

/** An article of the resources list (specification 3). */
export const article = defineType({
  name: 'article',
  title: 'Article',
  type: 'document',
  icon: DocumentIcon,
  fieldsets: [showDatesFieldset],
  fields: [
    line('title', 'Title', 110),
    defineField({
      name: 'slug',
      title: 'Address',
      type: 'slug',
      description: 'The part behind /resources/',
      options: fromTitle('article', 80),
      validation: (rule) => rule.required().custom(isSlug),
    }),
    defineField({
      name: 'picture',
      title: 'Picture',
      type: 'picture',
      description: 'Wide, at least 1600 pixels. Shown in the list and above the article.',
      validation: (rule) => [rule.required().assetRequired(), rule.custom(atLeastWide(1600)).warning()],
    }),
    line('category', 'Category', 30, {
      description: 'One or two words above the title, for instance “Territory”.',
    }),
    defineField({
      name: 'description',
      title: 'Description',
      type: 'text',
      rows: 3,
      description: 'What the list shows under the title.',
      validation: (rule) => needsLine(rule).max(220),
    }),
    defineField({
      name: 'date',
      title: 'Date',
      type: 'date',
      description: 'The newest article comes first in the list. To publish it later, use “Show from” below.',
      initialValue: () => dayOf(new Date()),
      validation: (rule) => rule.required(),
    }),
    line('site', 'Where it was published', 60, {
      description: 'The site’s name, for instance “Field Notes”.',
    }),
    defineField({ name: 'body', title: 'Text', type: 'articleBody', validation: needsWords }),
    ...showDates('this article'),
    defineField({ name: 'seo', title: 'Search and sharing', type: 'seo' }),
  ],
  orderings: [{ name: 'newest', title: 'Newest first', by: [{ field: 'date', direction: 'desc' }] }],
  preview: {
    select: { title: 'title', slug: 'slug.current', date: 'date', media: 'picture', ...SHOW_DATES },
    prepare: ({ title, slug, date, media, ...dates }) => ({
      title: title ?? slug,
      subtitle: listLine(dates, date),
      media,
    }),
  },
})
