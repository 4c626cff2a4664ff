import type { Document } from '../documents/document-ids.ts'
import { DocumentOrigin, LITERAL, type Origin, originWithin } from '../groq/origin.ts'
import type { Runtime } from '../groq/runtime.ts'
import { attributeOf, isObject } from '../groq/values.ts'

type Source =
  | { type: 'documentValue'; document: number; path: number }
  | { type: 'literal' }
  | { type: 'unknown' }

/** https://www.sanity.io/docs/content-source-maps */
export type ContentSourceMap = {
  documents: { _id: string; _type: string }[]
  paths: string[]
  mappings: Record<string, { type: 'value'; source: Source }>
}

/** The source map of an answer: the place of each value in a document, or `literal`, or `unknown`. */
export function sourceMapOf(result: unknown, runtime: Runtime): ContentSourceMap {
  const { budget } = runtime
  const map: ContentSourceMap = { documents: [], paths: [], mappings: {} }
  const documents = new Map<Document, number>()
  const paths = new Map<string, number>()
  const indexOf = <T>(known: Map<T, number>, key: T, add: () => number) =>
    known.get(key) ?? known.set(key, add() - 1).get(key)!

  const sourceOf = (origin: Origin): Source => {
    if (!(origin instanceof DocumentOrigin)) return { type: origin === LITERAL ? 'literal' : 'unknown' }
    const { _originalId, _id, _type } = origin.document
    const text = pathOf(origin)
    return {
      type: 'documentValue',
      document: indexOf(documents, origin.document, () =>
        map.documents.push({ _id: typeof _originalId === 'string' ? _originalId : _id, _type }),
      ),
      path: indexOf(paths, text, () => map.paths.push(text)),
    }
  }

  const walk = (value: unknown, origin: Origin, at: string) => {
    budget.step()
    if (value === null || value === undefined) return
    const isContainer = Array.isArray(value) || isObject(value)
    if (!isContainer || origin instanceof DocumentOrigin)
      map.mappings[at] = { type: 'value', source: sourceOf(origin) }
    if (Array.isArray(value))
      for (const [i, item] of value.entries()) walk(item, originWithin(origin, i, item), `${at}[${i}]`)
    else if (isContainer)
      for (const [key, item] of Object.entries(value))
        walk(item, originWithin(origin, key, item), `${at}['${quoted(key)}']`)
  }
  walk(result, runtime.origin, '$')
  return map
}

/** Array elements are addressed by `_key`, because an editor may move them. */
function pathOf(origin: DocumentOrigin): string {
  const segments: string[] = []
  for (let at = origin; at.parent; at = at.parent) {
    if (typeof at.key === 'string') segments.push(`['${quoted(at.key)}']`)
    else {
      const key = attributeOf(valueAt(at), '_key')
      segments.push(typeof key === 'string' ? `[?(@._key=='${quoted(key)}')]` : `[${at.key}]`)
    }
  }
  return `$${segments.reverse().join('')}`
}

function valueAt({ document, parent, key }: DocumentOrigin): unknown {
  if (!parent) return document
  return (valueAt(parent) as Record<string | number, unknown> | null)?.[key]
}

const quoted = (text: string) => text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")
