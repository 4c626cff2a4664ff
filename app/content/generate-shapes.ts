// Writes what the answers to the site's queries are made of into shapes.generated.ts, for fitted.server.ts. The last part of
// `npm run types`, which has just read the schema.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ObjectAttribute,
  type ObjectTypeNode,
  parse,
  type SchemaType,
  type TypeNode,
  typeEvaluate,
} from 'groq-js'
import * as queries from '#app/content/queries.ts'
import type { Shape, ShapeNode } from '#app/content/validate-result.server.ts'

const root = join(import.meta.dirname, '../..')
const schema: SchemaType = JSON.parse(readFileSync(join(root, 'studio/.sanity/schema.json'), 'utf8'))

/** Each distinct part once, under its number. */
const nodes = new Map<string, number>()
function numbered(node: ShapeNode): number {
  const text = JSON.stringify(node)
  const number = nodes.get(text) ?? nodes.size
  nodes.set(text, number)
  return number
}

/** The shape of a value that may be of any of these types. */
function shapeOf(types: TypeNode[]): Shape {
  const flat = types.flatMap(alternatives)
  const kinds = new Set(flat.map(({ type }) => type))
  if (kinds.has('unknown')) return 'any'
  if (kinds.size === 0) return 'none'
  if (kinds.size > 1) throw new Error(`A field is either ${[...kinds].join(' or ')}`)
  const objects = flat.filter((type) => type.type === 'object')
  if (objects.length > 0) return objectShape(objects.map(attributesOf))
  const lists = flat.filter((type) => type.type === 'array')
  if (lists.length > 0) return numbered({ list: shapeOf(lists.map(({ of }) => of)) })
  return flat[0]!.type as 'string' | 'number' | 'boolean'
}

/** A type without what may be missing, unions and names. */
function alternatives(type: TypeNode): TypeNode[] {
  switch (type.type) {
    case 'null':
      return []
    case 'union':
      return type.of.flatMap(alternatives)
    case 'inline':
      return schema.flatMap((known) =>
        known.type === 'type' && known.name === type.name ? alternatives(known.value as TypeNode) : [],
      )
    default:
      return [type]
  }
}

type Attributes = Record<string, ObjectAttribute>

/** Members of a list have a key, and the rest is a type with a name. */
function attributesOf({ attributes, rest }: ObjectTypeNode): Attributes {
  const [named] = rest ? alternatives(rest) : []
  return named?.type === 'object' ? { ...attributesOf(named), ...attributes } : attributes
}

/** Objects that a query asks for their `_type` are told apart by it; others are as one. */
function objectShape(objects: Attributes[]): Shape {
  const ofKind = Map.groupBy(objects, ({ _type }) => {
    const value = _type?.value as TypeNode | undefined
    return value?.type === 'string' ? value.value : undefined
  })
  const shapes = [...ofKind].map(([kind, all]) => [kind, fieldsShape(all)] as const)
  if (!ofKind.has(undefined)) return numbered({ kinds: Object.fromEntries(shapes) })
  if (shapes.length === 1) return shapes[0]![1]
  throw new Error('Several kinds of objects, and one of them without _type')
}

function fieldsShape(objects: Attributes[]): number {
  const names = new Set(objects.flatMap((attributes) => Object.keys(attributes)))
  const fields = [...names].map((name) => [
    name,
    shapeOf(objects.flatMap((attributes) => (attributes[name]?.value as TypeNode | undefined) ?? [])),
  ])
  return numbered({ fields: Object.fromEntries(fields) })
}

/** A wrong query ends it with a line that names the query and, where GROQ tells, what stands at the fault. */
function shapeOfAnswer(name: string, query: string): Shape {
  try {
    return shapeOf([typeEvaluate(parse(query), schema)])
  } catch (error) {
    const { message, position } = error as Error & { position?: number }
    const at = position === undefined ? '' : `, at ${JSON.stringify(query.slice(position, position + 60))}`
    process.stderr.write(`app/content/queries.ts: ${name}: ${message}${at}\n`)
    process.exit(1)
  }
}

const shapes = Object.entries(queries).map(([name, query]) => [name, shapeOfAnswer(name, query)])
writeFileSync(
  join(root, 'app/content/shapes.generated.ts'),
  `// Made by \`npm run types\` (write-shapes.ts).
import type { Shape, ShapeNode } from '#app/content/validate-result.server.ts'

export const SHAPES = ${JSON.stringify(Object.fromEntries(shapes), null, 2)} satisfies Record<string, Shape>

export const NODES: ShapeNode[] = [
${[...nodes.keys()].map((text) => `  ${text},`).join('\n')}
]
`,
)
