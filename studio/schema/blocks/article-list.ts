import { DocumentsIcon } from '@sanity/icons/Documents'
import { defineBlock, labelField, optionalHeading } from '#studio/schema/fields.ts'

export const articleList = defineBlock({
  name: 'articleList',
  title: 'List of all articles',
  icon: DocumentsIcon,
  description: 'All articles, newest first, 24 per page.',
  fields: [optionalHeading, labelField('readLabel', 'Link to the article', 'Read Article')],
})
