import { DocumentsIcon } from '@sanity/icons/Documents'
import { defineArrayMember, defineField, defineType, type InsertMenuOptions } from 'sanity'
import { slugField } from '#studio/schema/address.ts'
import { BLOCK_GROUPS, blocks } from '#studio/schema/blocks.ts'
import { optionalField, requiredString } from '#studio/schema/fields.ts'
import { SHOW_DATES, showDates, showDatesFieldset, subtitleWithSchedule } from '#studio/schema/show-dates.ts'

/** Returns the URL of a block's thumbnail. Sanity serves studio/static at /static. */
export const thumbnailOf = (type: string) => `/static/blocks/${type}.webp`

const INSERT_MENU: InsertMenuOptions = {
  filter: true,
  groups: BLOCK_GROUPS.map(({ name, title, blocks }) => ({
    name,
    title,
    of: blocks.map(({ name }) => name),
  })),
  views: [{ name: 'grid', previewImageUrl: thumbnailOf }, { name: 'list' }],
}

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
    requiredString('title', 'Title', 70, {
      group: 'content',
      description:
        'Shown in the browser tab and in search results. The label in the site’s menu is in Settings.',
    }),
    slugField('page', 60, 'The part behind the site’s name. The page at “home” is the front page.', {
      group: 'content',
    }),
    defineField({
      name: 'blocks',
      title: 'Blocks',
      type: 'array',
      group: 'content',
      description: 'The page from top to bottom. The heading of the first block is the main heading.',
      of: blocks.map(({ name }) => defineArrayMember({ type: name })),
      options: { insertMenu: INSERT_MENU },
      validation: (rule) => rule.required().min(1),
    }),
    ...showDates('this page', 'content'),
    optionalField('seo', 'Search and sharing', 'seo', { group: 'seo' }),
  ],
  preview: {
    select: { title: 'title', slug: 'slug.current', ...SHOW_DATES },
    prepare: ({ title, slug, ...dates }) => ({
      title: title ?? slug,
      subtitle: subtitleWithSchedule(dates, slug ? (slug === 'home' ? '/' : `/${slug}`) : 'No address yet'),
    }),
  },
})
