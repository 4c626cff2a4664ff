import {
  defineArrayMember,
  defineField,
  defineType,
  type FieldDefinition,
  type ObjectDefinition,
  type StringRule,
} from 'sanity'
import { requiresLine, requiresText } from '#studio/schema/validators.ts'

type FieldOptions = { description?: string | undefined; group?: string }
type LineOptions = FieldOptions & { initialValue?: string; placeholder?: string | undefined; rows?: number }

/** A required line of text with at most `max` characters. */
export const requiredString = (name: string, title: string, max: number, more: LineOptions = {}) =>
  defineField({ name, title, type: 'string', ...more, validation: (rule) => requiresLine(rule).max(max) })

/** A line of text with at most `max` characters. */
export const optionalString = (name: string, title: string, max: number, more: LineOptions = {}) =>
  defineField({ name, title, type: 'string', ...more, validation: (rule) => rule.max(max) })

/** A required plain text of several lines with at most `max` characters. */
export const requiredLines = (name: string, title: string, max: number, more: LineOptions = {}) =>
  defineField({
    name,
    title,
    type: 'text',
    rows: 3,
    ...more,
    validation: (rule) => requiresLine(rule as StringRule).max(max),
  })

/** A required formatted text: `inlineText` has one line, the others have paragraphs. */
export const requiredText = (
  name: string,
  title: string,
  type: 'inlineText' | 'richText' | 'articleBody',
  more: FieldOptions = {},
): FieldDefinition => defineField({ name, title, type, ...more, validation: requiresText })

export const optionalField = (
  name: string,
  title: string,
  type: 'inlineText' | 'richText' | 'picture' | 'link' | 'seo',
  more: FieldOptions = {},
): FieldDefinition => defineField({ name, title, type, ...more })

export const headingField = requiredString('heading', 'Heading', 90)
export const optionalHeading = optionalString('heading', 'Heading', 90)
export const introField = optionalField('intro', 'Intro', 'inlineText')

/** The text of a button or label; a new block starts with `initialValue`. */
export const labelField = (name: string, title: string, initialValue: string, max = 30) =>
  requiredString(name, title, max, { initialValue })

/** An array of one type with `min` to `max` items; required unless `min` is 0. */
export const listOf = (
  type: string,
  name: string,
  title: string,
  [min, max]: [number, number],
  more: FieldOptions = {},
) =>
  defineField({
    name,
    title,
    type: 'array',
    of: [defineArrayMember({ type })],
    ...more,
    validation: (rule) => (min > 0 ? rule.required().min(min).max(max) : rule.max(max)),
  })

/** A required choice; a new document starts with the first value. */
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
export const webAddressField = (
  name: string,
  title: string,
  more: FieldOptions & { required?: true } = {},
) => {
  const { required, ...rest } = more
  return defineField({
    name,
    title,
    type: 'url',
    ...rest,
    validation: (rule) => (required ? rule.required() : rule).uri({ scheme: ['https'] }),
  })
}

/** An array item with a title and a text; `textField` names the text's field. */
export const titledText = (name: string, title: string, titleMax: number, textField: string) =>
  defineArrayMember({
    name,
    title,
    type: 'object',
    fields: [requiredString('title', 'Title', titleMax), requiredText(textField, 'Text', 'richText')],
    preview: { select: { title: 'title', subtitle: textField } },
  })

/** Defines a block. The list of blocks shows its heading (or `previewField`) and its title. */
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
