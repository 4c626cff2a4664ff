import { defineArrayMember, defineField, defineType, type ObjectDefinition } from 'sanity'
import { line } from '#studio/schema/line.ts'
import { needsWords } from '#studio/schema/rules.ts'

/** A block of a page. The list of blocks shows it by its heading (or another field), with its kind below. */
export const defineBlock = ({
  shownBy = 'heading',
  ...block
}: Omit<ObjectDefinition, 'type' | 'preview'> & { title: string; shownBy?: string }) =>
  defineType({
    ...block,
    type: 'object',
    preview: {
      select: { heading: shownBy },
      prepare: ({ heading }) => ({ title: heading ?? block.title, subtitle: block.title }),
    },
  })

/** The heading of most blocks. */
export const headingField = line('heading', 'Heading', 90)

/** The sentence below a heading. */
export const introField = defineField({ name: 'intro', title: 'Intro', type: 'inlineText' })

/** A button or label that a block can't do without. A new block has words there already: nobody has to make them up. */
export const shortWords = (name: string, title: string, initialValue: string, max = 30) =>
  line(name, title, max, { initialValue })

/** A list of parts of one type, so many at least and at most. */
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

/** A part of a list: a title and the text under it. */
export const titledText = ({
  name,
  title,
  text,
  titleMax,
}: {
  name: string
  title: string
  /** The name of the text's field. */
  text: string
  /** How many characters a title may have. */
  titleMax: number
}) =>
  defineArrayMember({
    name,
    title,
    type: 'object',
    fields: [
      line('title', 'Title', titleMax),
      defineField({ name: text, title: 'Text', type: 'richText', validation: needsWords }),
    ],
    preview: { select: { title: 'title', subtitle: text } },
  })
