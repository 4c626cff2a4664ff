import { defineArrayMember, defineField, type FieldDefinition } from 'sanity'
import { needsLine, needsWords } from '#studio/schema/rules.ts'

type More = { description?: string; group?: string; initialValue?: string }

/** A required text of one line with at most `max` characters. */
export const requiredString = (name: string, title: string, max: number, more: More = {}): FieldDefinition =>
  defineField({ name, title, type: 'string', ...more, validation: (rule) => needsLine(rule).max(max) })

/** A text of one line with at most `max` characters, which may be empty. */
export const optionalString = (name: string, title: string, max: number, more: More = {}): FieldDefinition =>
  defineField({ name, title, type: 'string', ...more, validation: (rule) => rule.max(max) })

/** A required text with formatting: `inlineText` is one line, `richText` is paragraphs. */
export const requiredText = (name: string, title: string, type: 'inlineText' | 'richText'): FieldDefinition =>
  defineField({ name, title, type, validation: needsWords })

/** The heading of most blocks. */
export const headingField = requiredString('heading', 'Heading', 90)

/** The heading of a block that can do without one. */
export const optionalHeading = optionalString('heading', 'Heading', 90)

/** The sentence below a heading. */
export const introField = defineField({ name: 'intro', title: 'Intro', type: 'inlineText' })

/** The text of a button or label that a block needs. A new block has a default, so that an editor need not write one. */
export const labelField = (name: string, title: string, initialValue: string, max = 30) =>
  requiredString(name, title, max, { initialValue })

/** A required array of one type, with at least `least` and at most `most` items. */
export const listOf = (
  type: string,
  name: string,
  title: string,
  [least, most]: [number, number],
  description?: string,
) =>
  defineField({
    name,
    title,
    type: 'array',
    of: [defineArrayMember({ type })],
    description,
    validation: (rule) => rule.required().min(least).max(most),
  })

/** An array item with a title of at most `titleMax` characters and a text in the field `textField`. */
export const titledText = ({
  name,
  title,
  textField,
  titleMax,
}: {
  name: string
  title: string
  textField: string
  titleMax: number
}) =>
  defineArrayMember({
    name,
    title,
    type: 'object',
    fields: [requiredString('title', 'Title', titleMax), requiredText(textField, 'Text', 'richText')],
    preview: { select: { title: 'title', subtitle: textField } },
  })
