import type { Path } from '#studio/validation/document.ts'

export type Child = { _key: string; _type: string; text?: string; marks?: string[]; [field: string]: unknown }
export type Block = {
  _key: string
  _type: 'block'
  style?: string
  children?: Child[]
  markDefs?: { _key: string; _type: string; [field: string]: unknown }[]
}
export type Place =
  | { kind: 'object'; path: Path; value: Record<string, unknown> }
  | { kind: 'block'; path: Path; value: Block }
  | { kind: 'string'; path: Path; value: string }

/** Fields whose strings are not text: names, addresses, choices. */
const NO_TEXT = [
  'slug',
  'href',
  'url',
  'logoUrl',
  'mapsUrl',
  'companyUrl',
  'kind',
  'show',
  'setting',
  'from',
  'to',
  'acknowledged',
]

/** Yields every object, paragraph and plain text of a document with its path, from top to bottom. */
export function* walk(value: unknown, path: Path = []): Generator<Place> {
  if (typeof value === 'string') yield { kind: 'string', path, value }
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* walk(item, [...path, keyOf(item) ?? index])
  else if (value && typeof value === 'object') {
    const object = value as Record<string, unknown>
    if (object._type === 'block') yield { kind: 'block', path, value: object as Block }
    yield { kind: 'object', path, value: object }
    for (const [name, field] of Object.entries(object)) {
      if (name.startsWith('_') || NO_TEXT.includes(name)) continue
      // The spans of a paragraph are one text.
      if (object._type === 'block' && typeof field === 'string') continue
      const isSpans = object._type === 'block' && name === 'children'
      const inner = isSpans ? childrenOf(field).filter(({ _type }) => _type !== 'span') : field
      yield* walk(inner, [...path, name])
    }
  }
}

export const keyOf = (item: unknown): { _key: string } | undefined => {
  const key = (item as { _key?: unknown } | null)?._key
  return typeof key === 'string' ? { _key: key } : undefined
}

/** Imported content may have any value here. */
const childrenOf = (children: unknown): Child[] =>
  Array.isArray(children) ? children.filter((child) => typeof child === 'object' && child !== null) : []

/** Returns the text of a paragraph; a quote counts as one character. */
export const blockText = ({ children }: Block): string =>
  childrenOf(children)
    .map(({ _type, text }) => (_type === 'span' ? (typeof text === 'string' ? text : '') : '\uFFFC'))
    .join('')

/** Returns every paragraph and plain text of a document, from top to bottom. */
export const textsIn = (document: unknown): { path: Path; text: string }[] =>
  [...walk(document)].flatMap(({ kind, path, value }) =>
    kind === 'object' ? [] : [{ path, text: kind === 'block' ? blockText(value) : value }],
  )

/** Formats a path as in Sanity's patches and the Studio's URLs. */
export const pathText = (path: Path): string =>
  path
    .map((segment, index) =>
      typeof segment === 'object'
        ? `[_key=="${segment._key}"]`
        : typeof segment === 'number'
          ? `[${segment}]`
          : index
            ? `.${segment}`
            : segment,
    )
    .join('')
