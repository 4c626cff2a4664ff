import { DocumentTextIcon } from '@sanity/icons/DocumentText'
import { defineField, defineType } from 'sanity'
import { fromTitle } from '#studio/schema/address.ts'
import { requiredString, titledText } from '#studio/schema/fields.ts'
import { isAddress } from '#studio/schema/validators.ts'

/** The numbered sections of a legal text. */
export const policySections = defineField({
  name: 'sections',
  title: 'Sections',
  type: 'array',
  description: 'The site numbers them in this order.',
  of: [titledText('policySection', 'Section', 90, 'body')],
  validation: (rule) => rule.required().min(1),
})

/** A legal text of numbered sections, in force from a date. */
export const policy = defineType({
  name: 'policy',
  title: 'Policy',
  type: 'document',
  icon: DocumentTextIcon,
  fields: [
    requiredString('title', 'Title', 80),
    defineField({
      name: 'slug',
      title: 'Address',
      type: 'slug',
      description:
        'The part behind the site’s name. Other pages and e-mails link to it: keep it once it is published.',
      options: fromTitle('policy', 60),
      validation: (rule) => rule.required().custom(isAddress),
    }),
    defineField({
      name: 'effectiveDate',
      title: 'In force from',
      type: 'date',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'intro',
      title: 'What it is about',
      type: 'richText',
      description: 'Shown above the numbered sections.',
    }),
    policySections,
    defineField({ name: 'seo', title: 'Search and sharing', type: 'seo' }),
  ],
  preview: {
    select: { title: 'title', slug: 'slug.current', date: 'effectiveDate' },
    prepare: ({ title, slug, date }) => ({
      title: title ?? slug,
      subtitle: date ? `In force from ${date}` : 'No date yet',
    }),
  },
})
