import { queryHash } from '#app/content/query-hash.server.ts'
import type { Shape } from '#app/content/shape.ts'
import { NODES, SHAPES } from '#app/content/shapes.generated.ts'
import type { Log } from '#app/platform/log.ts'

/** A value that does not fit the schema. `path` is its path in the result: `blocks[2].heading`. */
export type InvalidValue = { document: string | undefined; path: string; expected: string; found: string }

/**
 * Replaces values of a query's result that don't fit its type by null, and so blank texts and paragraphs. Imports and
 * scripts store such values. A valid result stays the same object.
 */
export function validateResult(
  query: string,
  result: unknown,
  onInvalid: (value: InvalidValue) => void = () => {},
): unknown {
  const shape = SHAPES[queryHash(query)]
  if (shape === undefined) return result
  // Results of singleton queries don't contain the document's id.
  const [, document, field] = /_id == "(\w+)"\]\[0\](?:\.(\w+))?/.exec(query) ?? []
  return new Validation(onInvalid, document, field ? [field] : []).value(result, shape)
}

const MAX_LOGGED = 1_000

/** Logs each invalid value once. */
export function logInvalidOnce(log: Log): (value: InvalidValue) => void {
  const logged = new Set<string>()
  return (value) => {
    const text = JSON.stringify(value)
    if (logged.has(text) || logged.size >= MAX_LOGGED) return
    logged.add(text)
    log('warn', 'content: left out a value that does not fit the schema', value)
  }
}

type Fields = Record<string, unknown>

class Validation {
  readonly #onInvalid: (value: InvalidValue) => void
  #document: string | undefined
  #path: (string | number)[]

  constructor(
    onInvalid: (value: InvalidValue) => void,
    document: string | undefined,
    path: (string | number)[],
  ) {
    this.#onInvalid = onInvalid
    this.#document = document
    this.#path = path
  }

  value(value: unknown, shape: Shape): unknown {
    if (value === null || value === undefined || shape === 'any') return value
    if (typeof shape === 'string') {
      if (typeof value !== shape) return this.#reject(value, shape === 'none' ? 'nothing' : shape)
      // Portable Text looks up a mark's component by name, so `constructor` is no valid mark.
      if (this.#path.at(-2) === 'marks' && (value as string) in {}) return this.#reject(value, 'a mark')
      const text = typeof value === 'string' ? renderableText(value) : value
      // A span may be just a space.
      return isBlank(text) && this.#path.at(-1) !== 'text' ? null : text
    }
    const node = NODES[shape]!
    if ('list' in node)
      return Array.isArray(value) ? this.#list(value, node.list) : this.#reject(value, 'list')
    if (typeof value !== 'object' || Array.isArray(value)) return this.#reject(value, 'object')
    if ('fields' in node) {
      const object = this.#object(value as Fields, node.fields)
      return 'children' in node.fields && isBlankParagraph(object) ? null : object
    }
    const { _type } = value as Fields
    const kind = typeof _type === 'string' && Object.hasOwn(node.kinds, _type) && node.kinds[_type]
    return kind ? this.value(value, kind) : this.#reject(value, Object.keys(node.kinds).join(', '))
  }

  #list(items: unknown[], shape: Shape): unknown[] {
    const keys = new Set<unknown>()
    const valid = items.map((item, index) => {
      const value = this.#at(index, item, shape)
      const { _key } = Object(value) as Fields
      let unique = _key
      while (keys.has(unique)) unique = `${unique}_${index}` // no hyphen: place.ts appends to keys with one
      if (unique) keys.add(unique)
      return unique === _key ? value : { ...(value as Fields), _key: unique }
    })
    const isSame = valid.every((item, index) => item === items[index] && item !== null)
    return isSame ? items : valid.filter((item) => item !== null)
  }

  #object(fields: Fields, shapes: Record<string, Shape>): Fields {
    const parent = { document: this.#document, path: this.#path }
    if (typeof fields._id === 'string') {
      this.#document = fields._id
      this.#path = []
    }
    let valid = fields
    for (const name in shapes) {
      const value = fields[name] ?? null
      let field = value === null ? null : this.#at(name, value, shapes[name]!)
      // Scripts write lists without keys, which tabs need.
      if (name === '_key') field ??= `${this.#path.at(-1)}`
      if (field === value) continue
      if (valid === fields) valid = { ...fields }
      valid[name] = field
    }
    this.#document = parent.document
    this.#path = parent.path
    return valid
  }

  #at(step: string | number, value: unknown, shape: Shape): unknown {
    this.#path.push(step)
    const valid = this.value(value, shape)
    this.#path.pop()
    return valid
  }

  #reject(value: unknown, expected: string): null {
    const path = this.#path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
    this.#onInvalid({
      document: this.#document,
      path: path.replace(/^\./, ''),
      expected,
      found: typeName(value),
    })
    return null
  }
}

/** Removes lone surrogates and NUL, which HTML can't contain. Otherwise React reports a hydration mismatch. */
export const renderableText = (text: string): string => text.toWellFormed().replaceAll('\0', '')

const isBlank = (value: unknown): boolean => typeof value === 'string' && !/\S/.test(value)

/** A paragraph of blank spans. One that quotes a figure is not blank. */
const isBlankParagraph = ({ children }: Fields): boolean =>
  !(children as Fields[] | null)?.some(({ _type, text }) => _type !== 'span' || !isBlank(text ?? ''))

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  const { _type } = Object(value) as Fields
  return typeof _type === 'string' ? _type : typeof value
}
