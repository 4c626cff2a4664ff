import { schemaTypes } from '#studio/schema/types.ts'

/** A field’s name as the form has it: “Search and sharing”. */
export function titleOf(type: string, field: string): string {
  const { fields = [] } = (schemaTypes.find(({ name }) => name === type) ?? {}) as {
    fields?: { name: string; title?: string }[]
  }
  return `“${fields.find(({ name }) => name === field)?.title ?? field}”`
}
