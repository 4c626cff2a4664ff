import { LinkIcon } from '@sanity/icons/Link'
import { defineField, defineType } from 'sanity'
import { requiredString } from '#studio/schema/fields.ts'

/** The destination of a link; `pageOrAddress` requires exactly one of the two. */
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
    title: 'Or an address',
    type: 'url',
    description:
      'An address on another site, an e-mail address or a phone number: https://…, mailto:… or tel:…',
    validation: (rule) => rule.uri({ scheme: ['https', 'mailto', 'tel'] }),
  }),
]

export const pageOrAddress = (value: { target?: unknown; href?: string } | undefined): true | string =>
  !value || Boolean(value.target) !== Boolean(value.href) || 'Choose a page or type an address, not both.'

export const link = defineType({
  name: 'link',
  title: 'Link',
  type: 'object',
  icon: LinkIcon,
  fields: [requiredString('label', 'Label', 40), ...destinationFields],
  validation: (rule) => rule.custom(pageOrAddress),
  preview: {
    select: { title: 'label', page: 'target.title', href: 'href' },
    prepare: ({ title, page, href }) => ({ title, subtitle: page ?? href }),
  },
})
