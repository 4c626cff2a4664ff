import { DocumentTextIcon } from '@sanity/icons/DocumentText'
import { defineField, defineType } from 'sanity'
import { slugField } from '#studio/schema/address.ts'
import { optionalField, requiredString, titledText } from '#studio/schema/fields.ts'

export const policySections = defineField({
  name: 'sections',
  title: 'Sections',
  type: 'array',
  description: 'The site numbers them in this order.',
  of: [titledText('policySection', 'Section', 90, 'body')],
  validation: (rule) => rule.required().min(1),
})

export const policy = defineType({
  name: 'policy',
  title: 'Policy',
  type: 'document',
  icon: DocumentTextIcon,
  fields: [
    requiredString('title', 'Title', 80),
    slugField(
      'policy',
      60,
      'The part behind the site’s name. Other pages and e-mails link to it: keep it once it is published.',
    ),
    defineField({
      name: 'effectiveDate',
      title: 'In force from',
      type: 'date',
      validation: (rule) => rule.required(),
    }),
    optionalField('intro', 'What it is about', 'richText', {
      description: 'Shown above the numbered sections.',
    }),
    policySections,
    optionalField('seo', 'Search and sharing', 'seo'),
  ],
  preview: {
    select: { title: 'title', slug: 'slug.current', date: 'effectiveDate' },
    prepare: ({ title, slug, date }) => ({
      title: title ?? slug,
      subtitle: date ? `In force from ${date}` : 'No date yet',
    }),
  },
})
