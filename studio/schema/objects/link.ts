import { LinkIcon } from '@sanity/icons/Link'
import { defineField, defineType } from 'sanity'
import { requiredString } from '#studio/schema/fields.ts'

/** Where a link leads: `pageOrAddress` sees to it that one of the two is filled in. */
export const destinationFields = [
  defineField({
    name: 'target',
    title: 'Page on this site',
    type: 'reference',
    to: [{ type: 'page' }, { type: 'policy' }, { type: 'article' }],
    weak: true,
  }),
  defineField({
    name: 'href',
    title: 'Or an address elsewhere',
    type: 'url',
    description: 'Starts with https://, mailto: or tel:',
    validation: (rule) => rule.uri({ scheme: ['https', 'mailto', 'tel'] }),
  }),
]

/** A link leads to one place. */
export const pageOrAddress = (value: { target?: unknown; href?: string } | undefined): true | string =>
  !value ||
  Boolean(value.target) !== Boolean(value.href) ||
  'Choose a page or type an address: exactly one of them.'

/** A labelled way to a page of this site, or to an address elsewhere. */
export const link = defineType({
  name: 'link',
  title: 'Link',
  type: 'object',
  icon: LinkIcon,
  fields: [requiredString('label', 'Words on it', 40), ...destinationFields],
  validation: (rule) => rule.custom(pageOrAddress),
  preview: {
    select: { title: 'label', page: 'target.title', href: 'href' },
    prepare: ({ title, page, href }) => ({ title, subtitle: page ?? href }),
  },
})
