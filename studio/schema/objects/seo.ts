import { defineField, defineType } from 'sanity'
import { SearchPreview } from '#studio/schema/objects/search-preview.tsx'
import { atLeastWide, noDrawing } from '#studio/schema/rules.ts'

/** What search engines and shared links show. */
export const seo = defineType({
  name: 'seo',
  title: 'Search and sharing',
  type: 'object',
  options: { collapsible: true, collapsed: true },
  components: { input: SearchPreview },
  fields: [
    defineField({
      name: 'title',
      title: 'Title in search results',
      type: 'string',
      description: 'The brand name is added behind it. Empty: the page’s own title is used.',
    }),
    defineField({
      name: 'description',
      title: 'Description in search results',
      type: 'text',
      rows: 3,
      description: 'One or two sentences that make somebody want to open the page.',
      validation: (rule) => rule.min(50).warning('Very short: say what a visitor finds here.'),
    }),
    defineField({
      name: 'picture',
      title: 'Picture on shared links',
      type: 'picture',
      options: { hotspot: true, accept: 'image/png,image/jpeg,image/webp,image/avif' },
      description:
        'At least 1200 × 630 pixels. Empty: one is drawn with the brand, the title and the page’s first picture.',
      validation: (rule) => [rule.custom(noDrawing), rule.custom(atLeastWide(1200)).warning()],
    }),
    defineField({
      name: 'noIndex',
      title: 'Keep out of search engines',
      type: 'boolean',
      description: 'The page stays open to everybody who knows its address, and leaves the sitemap.',
      initialValue: false,
    }),
  ],
})
