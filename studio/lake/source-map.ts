import type { Document } from '#studio/lake/document-ids.ts'
import type { Plan } from '#studio/lake/groq-plan.ts'
import type { View } from '#studio/lake/perspectives.ts'

/** https://www.sanity.io/docs/content-source-maps: from places in a result to places in documents. */
export type ContentSourceMap = {
  documents: { _id: string; _type: string }[]
  paths: string[]
  mappings: Record<
    string,
    { type: 'value'; source: { type: 'documentValue'; document: number; path: number } }
  >
}
type Segment = string | number | { _key: string }
type Mark = { doc: Document; path: Segment[] }

// A string of a document carries its mark between two private-use characters on the second evaluation.
const MARKED = /^([\s\S]*)\uE000(\d+)\uE001$/

/**
 * Finds where the strings of a result come from: evaluates again over documents whose strings carry marks, and
 * compares. Fields that a condition looks at stay unmarked, so that the second result has the shape of the first.
 * A document is a proxy that marks what is read, as it is read: a query for one page costs one page.
 */
export function sourceMapOf(
  plan: Plan,
  view: View,
  result: unknown,
  evaluate: (view: View) => unknown,
): ContentSourceMap {
  const unmarked = fieldsInConditions(plan.tree)
  const marks: Mark[] = []
  const marking = <T extends object>(target: T, doc: Document, path: Segment[], field: string): T =>
    new Proxy(target, {
      get(_, key) {
        const value: unknown = Reflect.get(target, key)
        if (
          typeof key !== 'string' ||
          (typeof value !== 'string' && (typeof value !== 'object' || value === null))
        )
          return value
        const inList = Array.isArray(target)
        if (typeof value === 'string') {
          if (unmarked.has(inList ? field : key)) return value
          return `${value}\uE000${marks.push({ doc, path: [...path, inList ? Number(key) : key] }) - 1}\uE001`
        }
        const segment = !inList ? key : '_key' in value ? { _key: String(value._key) } : Number(key)
        return marking(value, doc, [...path, segment], inList ? field : key)
      },
    })
  const marked = (doc: Document) => marking(doc, doc, [], '')
  const traced = evaluate({
    get documents() {
      return view.documents.map(marked)
    },
    byId: lazily(view.byId, marked),
    byType: lazily(view.byType, (list) => list.map(marked)),
    bySlug: (slug) => view.bySlug(slug).map(marked),
    referrers: (id) => view.referrers(id).map(marked),
  })

  const map: ContentSourceMap = { documents: [], paths: [], mappings: {} }
  const documentIndex = new Map<Document, number>(),
    pathIndex = new Map<string, number>()
  const record = ({ doc, path }: Mark, at: Segment[]) => {
    if (!documentIndex.has(doc))
      documentIndex.set(
        doc,
        map.documents.push({ _id: String(doc._originalId ?? doc._id), _type: doc._type }) - 1,
      )
    const text = jsonPath(path)
    if (!pathIndex.has(text)) pathIndex.set(text, map.paths.push(text) - 1)
    map.mappings[jsonPath(at)] = {
      type: 'value',
      source: { type: 'documentValue', document: documentIndex.get(doc)!, path: pathIndex.get(text)! },
    }
  }
  const compare = (plain: unknown, other: unknown, at: Segment[]) => {
    if (typeof plain === 'string' && typeof other === 'string') {
      const [, text, number] = MARKED.exec(other) ?? []
      if (text === plain) record(marks[Number(number)]!, at)
    } else if (Array.isArray(plain) && Array.isArray(other)) {
      for (const [i, item] of plain.entries()) compare(item, other[i], [...at, i])
    } else if (plain && other && typeof plain === 'object' && typeof other === 'object') {
      for (const [key, item] of Object.entries(plain))
        compare(item, (other as Record<string, unknown>)[key], [...at, key])
    }
  }
  compare(result, traced, [])
  return map
}

const jsonPath = (path: Segment[]) =>
  `$${path
    .map((segment) =>
      typeof segment === 'number'
        ? `[${segment}]`
        : typeof segment === 'object'
          ? `[?(@._key=='${quoted(segment._key)}')]`
          : `['${quoted(segment)}']`,
    )
    .join('')}`
const quoted = (text: string) => text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")

const lazily = <V>(source: { get(key: string): V | undefined }, change: (value: V) => V) => ({
  get: (key: string) => {
    const value = source.get(key)
    return value && change(value)
  },
})

function fieldsInConditions(tree: unknown): Set<string> {
  const fields = new Set(['_id', '_type', '_ref', '_key', '_rev', '_createdAt', '_updatedAt', '_originalId'])
  const walk = (node: unknown, inCondition: boolean) => {
    if (Array.isArray(node)) for (const item of node) walk(item, inCondition)
    else if (node && typeof node === 'object') {
      const { type, name } = node as { type?: string; name?: string }
      if (type === 'AccessAttribute' && inCondition) fields.add(name!)
      const compares = ['OpCall', 'And', 'Or', 'Not', 'InRange'].includes(type ?? '')
      const computes = type === 'FuncCall' && name !== 'coalesce'
      for (const [key, item] of Object.entries(node)) {
        walk(
          item,
          inCondition ||
            compares ||
            key === 'condition' ||
            (type === 'Filter' && key === 'expr') ||
            ((type === 'PipeFuncCall' || computes) && key === 'args'),
        )
      }
    }
  }
  walk(tree, false)
  return fields
}
