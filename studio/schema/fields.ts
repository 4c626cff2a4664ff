import {
  defineArrayMember,
  defineField,
  defineType,
  type FieldDefinition,
  type ObjectDefinition,
  type StringRule,
} from 'sanity'
import { needsLine, needsWords } from '#studio/schema/validators.ts'

type More = { description?: string | undefined; group?: string }
type LineOptions = More & { initialValue?: string; placeholder?: string | undefined; rows?: number }

/** A required text of one line with at most `max` characters. */
export const requiredString = (name: string, title: string, max: number, more: LineOptions = {}) =>
  defineField({ name, title, type: 'string', ...more, validation: (rule) => needsLine(rule).max(max) })

/** A text of one line with at most `max` characters, which may be empty. */
export const optionalString = (name: string, title: string, max: number, more: LineOptions = {}) =>
  defineField({ name, title, type: 'string', ...more, validation: (rule) => rule.max(max) })

/** A required text of several lines without formatting, with at most `max` characters. */
export const requiredLines = (name: string, title: string, max: number, more: LineOptions = {}) =>
  defineField({
    name,
    title,
    type: 'text',
    rows: 3,
    ...more,
    validation: (rule) => needsLine(rule as StringRule).max(max),
  })

/** A required text with formatting: `inlineText` is one line, the others are paragraphs. */
export const requiredText = (
  name: string,
  title: string,
  type: 'inlineText' | 'richText' | 'articleBody',
  more: More = {},
): FieldDefinition => defineField({ name, title, type, ...more, validation: needsWords })

/** A field that may be empty. */
export const optionalField = (
  name: string,
  title: string,
  type: 'inlineText' | 'richText' | 'picture' | 'link' | 'seo',
  more: More = {},
): FieldDefinition => defineField({ name, title, type, ...more })

/** The heading of most blocks. */
export const headingField = requiredString('heading', 'Heading', 90)

/** The heading of a block that can do without one. */
export const optionalHeading = optionalString('heading', 'Heading', 90)

/** The sentence below a heading. */
export const introField = optionalField('intro', 'Intro', 'inlineText')

/** The text of a button or label that a block needs. A new block has a default, so that an editor need not write one. */
export const labelField = (name: string, title: string, initialValue: string, max = 30) =>
  requiredString(name, title, max, { initialValue })

/** An array of one type with at least `least` and at most `most` items; required unless `least` is 0. */
export const listOf = (
  type: string,
  name: string,
  title: string,
  [least, most]: [number, number],
  more: More = {},
) =>
  defineField({
    name,
    title,
    type: 'array',
    of: [defineArrayMember({ type })],
    ...more,
    validation: (rule) => (least > 0 ? rule.required().min(least).max(most) : rule.max(most)),
  })

/** A required choice of one value. A new document has the first one. */
export const choiceField = (
  name: string,
  title: string,
  list: { title: string; value: string }[],
  description?: string,
) =>
  defineField({
    name,
    title,
    type: 'string',
    description,
    options: { list, layout: 'radio' },
    initialValue: list[0]?.value,
    validation: (rule) => rule.required(),
  })

/** An address that begins with https://. */
export const webAddressField = (name: string, title: string, more: More & { required?: true } = {}) => {
  const { required, ...rest } = more
  return defineField({
    name,
    title,
    type: 'url',
    ...rest,
    validation: (rule) => (required ? rule.required() : rule).uri({ scheme: ['https'] }),
  })
}

/** An array item with a title of at most `titleMax` characters, and a text in the field `textField`. */
export const titledText = (name: string, title: string, titleMax: number, textField: string) =>
  defineArrayMember({
    name,
    title,
    type: 'object',
    fields: [requiredString('title', 'Title', titleMax), requiredText(textField, 'Text', 'richText')],
    preview: { select: { title: 'title', subtitle: textField } },
  })

/** A block of a page. The list of blocks shows its heading (or the field `previewField`), with the block's type below. */
export const defineBlock = ({
  previewField = 'heading',
  ...block
}: Omit<ObjectDefinition, 'type' | 'preview'> & { title: string; previewField?: string }) =>
  defineType({
    ...block,
    type: 'object',
    preview: {
      select: { heading: previewField },
      prepare: ({ heading }) => ({ title: heading ?? block.title, subtitle: block.title }),
    },
  })
