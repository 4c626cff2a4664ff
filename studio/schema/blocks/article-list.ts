import { DocumentsIcon } from '@sanity/icons/Documents'
import { defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { labelField } from '#studio/schema/fields.ts'

/** All articles, the newest first; a long list goes on at /…/page/2. */
export const articleListBlock = defineBlock({
  name: 'articleList',
  title: 'Article list',
  icon: DocumentsIcon,
  description: 'All articles, the newest first, 24 to a page.',
  fields: [
    defineField({ name: 'heading', title: 'Heading', type: 'string', validation: (rule) => rule.max(90) }),
    labelField('readLabel', 'Link to the article', 'Read Article'),
  ],
})
