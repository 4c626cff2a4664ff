import { DocumentsIcon } from '@sanity/icons/Documents'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { fromTitle } from '#studio/schema/address.ts'
import { blocks } from '#studio/schema/blocks.ts'
import { line } from '#studio/schema/line.ts'
import { listLine, SHOW_DATES } from '#studio/schema/outside-its-time.ts'
import { isAddress } from '#studio/schema/rules.ts'
import { showDates, showDatesFieldset } from '#studio/schema/show-dates.ts'

/** How the menu of blocks is divided. */
const BLOCK_GROUPS = [
  { name: 'opening', title: 'Opening', of: ['heroSlideshow', 'pageHeader'] },
  {
    name: 'text',
    title: 'Text',
    of: ['prose', 'statement', 'steps', 'tabs', 'alternatingSections', 'appreciation'],
  },
  {
    name: 'cards',
    title: 'Cards and figures',
    of: ['serviceCards', 'featureGrid', 'hexagonCards', 'statisticCards', 'numbersBand'],
  },
  {
    name: 'lists',
    title: 'From the desk',
    of: [
      'planGrid',
      'faq',
      'articleList',
      'partners',
      'reviews',
      'contactForm',
      'contactCards',
      'callToAction',
    ],
  },
]

/** A page made of blocks. It appears at its address as soon as it is published. */
export const page = defineType({
  name: 'page',
  title: 'Page',
  type: 'document',
  icon: DocumentsIcon,
  fieldsets: [showDatesFieldset],
  groups: [
    { name: 'content', title: 'Content', default: true },
    { name: 'seo', title: 'Search and sharing' },
  ],
  fields: [
    line('title', 'Title', 70, {
      group: 'content',
      description:
        'The name of the page: in the browser tab and in search results. The label in the menu is under Settings, Navigation.',
    }),
    defineField({
      name: 'slug',
      title: 'Address',
      type: 'slug',
      group: 'content',
      description: 'The part behind the site’s name. The page at “home” is the front page.',
      options: fromTitle('page', 60),
      validation: (rule) => rule.required().custom(isAddress),
    }),
    defineField({
      name: 'blocks',
      title: 'Blocks',
      type: 'array',
      group: 'content',
      description: 'The page from top to bottom. The first block carries the main heading.',
      of: blocks.map(({ name }) => defineArrayMember({ type: name })),
      options: { insertMenu: { views: [{ name: 'list' }], groups: BLOCK_GROUPS } },
      validation: (rule) => rule.required().min(1),
    }),
    ...showDates('this page', 'content'),
    defineField({ name: 'seo', title: 'Search and sharing', type: 'seo', group: 'seo' }),
  ],
  preview: {
    select: { title: 'title', slug: 'slug.current', ...SHOW_DATES },
    prepare: ({ title, slug, ...dates }) => ({
      title: title ?? slug,
      subtitle: listLine(dates, slug ? (slug === 'home' ? '/' : `/${slug}`) : 'No address yet'),
    }),
  },
})
