import type { ObjectSchemaType, Schema } from 'sanity'

/** Returns the title of the field at the start of a path; undefined for the document itself. */
export const fieldTitle = (schema: Schema, type: string, [name]: readonly unknown[]): string | undefined =>
  (schema.get(type) as ObjectSchemaType | undefined)?.fields?.find((field) => field.name === name)?.type.title
