import { DocumentTextIcon } from '@sanity/icons/DocumentText'
import { defineField, defineType } from 'sanity'
import { titledText } from '#studio/schema/block-parts.ts'
import { line } from '#studio/schema/line.ts'
import { isAddress, isUnique } from '#studio/schema/rules.ts'

/** The numbered sections of a legal text. */
export const policySections = defineField({
  name: 'sections',
  title: 'Sections',
  type: 'array',
  description: 'Numbered by their order.',
  of: [titledText({ name: 'policySection', title: 'Section', text: 'body', titleMax: 90 })],
  validation: (rule) => rule.required().min(1),
})

/** A legal text of numbered sections, in force from a date. */
export const policy = defineType({
  name: 'policy',
  title: 'Policy',
  type: 'document',
  icon: DocumentTextIcon,
  fields: [
    line('title', 'Title', 80),
    defineField({
      name: 'slug',
      title: 'Address',
      type: 'slug',
      description:
        'The part behind the site’s name. Other pages and e-mails link to it: keep it once it is published.',
      options: { source: 'title', maxLength: 60, isUnique },
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
      description: 'Stands above the numbered sections.',
    }),
    policySections,
    defineField({ name: 'seo', title: 'Search and sharing', type: 'seo' }),
  ],
  preview: {
    select: { title: 'title', date: 'effectiveDate' },
    prepare: ({ title, date }) => ({ title, subtitle: date ? `In force from ${date}` : 'No date yet' }),
  },
})
