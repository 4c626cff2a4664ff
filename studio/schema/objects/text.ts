import { LinkIcon } from '@sanity/icons/Link'
import { defineArrayMember, defineType } from 'sanity'
import { destinationFields, pageOrAddress } from '#studio/schema/objects/link.ts'
import { QuotePlugin } from '#studio/schema/objects/quote-plugin.tsx'
import { TypedAmountsInput } from '#studio/schema/objects/typed-amounts-input.tsx'

const quotes = [
  defineArrayMember({ type: 'priceReference' }),
  defineArrayMember({ type: 'settingReference' }),
]

const decorators = [
  { title: 'Strong', value: 'strong' },
  { title: 'Emphasis', value: 'em' },
]

const lists = [
  { title: 'Bullets', value: 'bullet' },
  { title: 'Numbers', value: 'number' },
]

const linkAnnotation = defineArrayMember({
  name: 'textLink',
  title: 'Link',
  type: 'object',
  icon: LinkIcon,
  fields: destinationFields,
  validation: (rule) => rule.custom(pageOrAddress),
})

/** One line: headings and short intros. */
export const inlineText = defineType({
  name: 'inlineText',
  title: 'Line of text',
  type: 'array',
  components: { input: TypedAmountsInput, portableText: { plugins: QuotePlugin } },
  of: [
    defineArrayMember({
      type: 'block',
      options: { oneLine: true },
      styles: [{ title: 'Text', value: 'normal' }],
      lists: [],
      marks: { decorators: [{ title: 'Emphasis', value: 'em' }], annotations: [] },
      of: quotes,
    }),
  ],
  validation: (rule) => rule.max(1).error('This text has one line. Remove the extra paragraphs.'),
})

const paragraphs = (name: string, title: string, heading: 'h2' | 'h3') =>
  defineType({
    name,
    title,
    type: 'array',
    components: { input: TypedAmountsInput, portableText: { plugins: QuotePlugin } },
    of: [
      defineArrayMember({
        type: 'block',
        styles: [
          { title: 'Paragraph', value: 'normal' },
          { title: 'Heading', value: heading },
        ],
        lists,
        marks: { decorators, annotations: [linkAnnotation] },
        of: quotes,
      }),
    ],
  })

export const richText = paragraphs('richText', 'Text', 'h3')

export const articleBody = paragraphs('articleBody', 'Article text', 'h2')
