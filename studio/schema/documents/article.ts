import { DocumentIcon } from '@sanity/icons/Document'
import { defineField, defineType } from 'sanity'
import { slugField } from '#studio/schema/address.ts'
import { optionalField, requiredLines, requiredString, requiredText } from '#studio/schema/fields.ts'
import { SHOW_DATES, showDates, showDatesFieldset, subtitleWithSchedule } from '#studio/schema/show-dates.ts'
import { atLeastWide } from '#studio/schema/validators.ts'
import { localDate } from '#studio/validation/local-date.ts'

export const article = defineType({
  name: 'article',
  title: 'Article',
  type: 'document',
  icon: DocumentIcon,
  fieldsets: [showDatesFieldset],
  fields: [
    requiredString('title', 'Title', 110),
    slugField('article', 80, 'The part behind /resources/'),
    defineField({
      name: 'picture',
      title: 'Image',
      type: 'picture',
      description: 'Landscape, at least 1600 pixels wide. Shown in the list and above the article.',
      validation: (rule) => [rule.required().assetRequired(), rule.custom(atLeastWide(1600)).warning()],
    }),
    requiredString('category', 'Category', 30, {
      description: 'One or two words above the title, such as “Territory”.',
    }),
    requiredLines('description', 'Description', 220, {
      description: 'Shown under the title in the list of articles.',
    }),
    defineField({
      name: 'date',
      title: 'Date',
      type: 'date',
      description:
        'Articles are listed by this date, newest first. To publish an article later, use “Show from” below.',
      initialValue: () => localDate(new Date()),
      validation: (rule) => rule.required(),
    }),
    requiredString('site', 'Where it was published', 60, {
      description: 'The name of the site, such as “Field Notes”.',
    }),
    requiredText('body', 'Text', 'articleBody'),
    ...showDates('this article'),
    optionalField('seo', 'Search and sharing', 'seo'),
  ],
  orderings: [{ name: 'newest', title: 'Newest first', by: [{ field: 'date', direction: 'desc' }] }],
  preview: {
    select: { title: 'title', slug: 'slug.current', date: 'date', media: 'picture', ...SHOW_DATES },
    prepare: ({ title, slug, date, media, ...dates }) => ({
      title: title ?? slug,
      subtitle: subtitleWithSchedule(dates, date),
      media,
    }),
  },
})
