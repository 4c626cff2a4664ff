import type { ArraySchemaType, ObjectSchemaType, Schema, SchemaType } from 'sanity'
import type { Finding } from '#studio/guards/rule.ts'
import type { Path, StoredDocument } from '#studio/validation/rule.ts'
import { keyOf } from '#studio/validation/walk.ts'

const WRONG_TYPE = 'wrong-type'

const WORDS: Record<string, string> = {
  array: 'a list',
  boolean: 'a yes or no',
  number: 'a number',
  object: 'a group of fields',
  string: 'a text',
}

/** Fields that hold something else than the schema says, as imports and scripts leave them: to visitors they are empty. */
export function wrongTypes(document: StoredDocument, schema: Schema): Finding[] {
  const type = schema.get(document._type)
  return type ? [...within(document, type, [])] : []
}

function* within(value: unknown, type: SchemaType, path: Path): Generator<Finding> {
  if (value === undefined || (value === null && typeof path.at(-1) === 'string')) return
  const found = value === null ? 'nothing' : Array.isArray(value) ? 'array' : typeof value
  if (found !== type.jsonType) {
    const message = `“${type.title ?? type.name}” holds ${WORDS[found] ?? found} where ${WORDS[type.jsonType]} belongs: visitors don’t see it. Fill it in anew.`
    yield { rule: WRONG_TYPE, path, message }
  } else if (Array.isArray(value)) {
    const { of, title } = type as ArraySchemaType
    for (const [index, item] of value.entries()) {
      const place = [...path, keyOf(item) ?? index]
      const name = item?._type
      const member = of.find((each) => each.name === name) ?? (of.length === 1 && !name ? of[0] : undefined)
      if (member) yield* within(item, member, place)
      else {
        const message = `“${title}” holds something at place ${index + 1} that does not belong there: visitors don’t see it. Take it out.`
        yield { rule: WRONG_TYPE, path: place, message }
      }
    }
  } else if (type.jsonType === 'object')
    for (const field of (type as ObjectSchemaType).fields)
      yield* within((value as Record<string, unknown>)[field.name], field.type, [...path, field.name])
}
