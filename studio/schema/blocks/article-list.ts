import { DocumentsIcon } from '@sanity/icons/Documents'
import { defineField, defineType } from 'sanity'
import { blockPreview, shortWords } from '#studio/schema/block-parts.ts'

/** All articles, the newest first; a long list goes on at /…/page/2. */
export const articleListBlock = defineType({
  name: 'articleList',
  title: 'Article list',
  type: 'object',
  icon: DocumentsIcon,
  description: 'All articles, the newest first, 24 to a page.',
  fields: [
    defineField({ name: 'heading', title: 'Heading', type: 'string', validation: (rule) => rule.max(90) }),
    shortWords('readLabel', 'Link to the article', 'Read article'),
  ],
  preview: blockPreview('Article list'),
})
