import { defineField, defineType } from 'sanity'
import { atLeastWide, notSvg } from '#studio/schema/validators.ts'

export const seo = defineType({
  name: 'seo',
  title: 'Search and sharing',
  type: 'object',
  options: { collapsible: true, collapsed: true },
  fields: [
    defineField({
      name: 'title',
      title: 'Title in search results',
      type: 'string',
      description: 'The site adds the brand name after it. Empty: the title of the page.',
      validation: (rule) =>
        rule
          .max(50)
          .warning('Search engines cut titles after about 50 characters and the brand name. Shorten it.'),
    }),
    defineField({
      name: 'description',
      title: 'Description in search results',
      type: 'text',
      rows: 3,
      description: 'One or two sentences that make people want to open the page.',
      validation: (rule) => [
        rule.min(50).warning('This is short. Say in 50 characters or more what visitors find on the page.'),
        rule.max(160).warning('Search engines cut descriptions after about 160 characters. Shorten it.'),
      ],
    }),
    defineField({
      name: 'picture',
      title: 'Image on shared links',
      type: 'picture',
      options: { hotspot: true, accept: 'image/png,image/jpeg,image/webp,image/avif' },
      description:
        'At least 1200 × 630 pixels. Empty: the site makes one from the brand, the title and the first image.',
      validation: (rule) => [rule.custom(notSvg), rule.custom(atLeastWide(1200)).warning()],
    }),
    defineField({
      name: 'noIndex',
      title: 'Keep out of search engines',
      type: 'boolean',
      description:
        'The page leaves the sitemap and search results. People who know its address can still open it.',
      initialValue: false,
    }),
  ],
})
