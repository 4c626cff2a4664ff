import { defineField, type FieldDefinition } from 'sanity'
import { needsLine } from '#studio/schema/rules.ts'

/** A text of one line that has to be there, of at most `max` letters. */
export const line = (
  name: string,
  title: string,
  max: number,
  more: { description?: string; group?: string; initialValue?: string } = {},
): FieldDefinition =>
  defineField({ name, title, type: 'string', ...more, validation: (rule) => needsLine(rule).max(max) })
