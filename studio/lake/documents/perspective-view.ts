import type { View } from '../groq/runtime.ts'
import type { Document } from './document-ids.ts'

/** How a perspective maps the documents of a dataset. */
export type ViewRules = {
  /** The id of a document in the view; undefined if it is never shown. */
  idOf(documentId: string): string | undefined
  /** The document with an id in the view. */
  at(id: string): Document | undefined
  /** The candidates for a slug or a reference, in any layer. */
  withSlug(slug: string): string[]
  withReference(id: string): string[]
}

/** A view that follows changes incrementally. */
export class PerspectiveView implements View {
  readonly documents: Document[] = []
  readonly byType = new Map<string, Document[]>()
  readonly byId: View['byId']
  readonly #rules: ViewRules

  constructor(rules: ViewRules, documentIds: Iterable<string>) {
    this.#rules = rules
    this.byId = { get: rules.at }
    const ids = new Set<string>()
    for (const documentId of documentIds) {
      const id = rules.idOf(documentId)
      if (id !== undefined) ids.add(id)
    }
    for (const id of [...ids].sort()) {
      const doc = rules.at(id)
      if (!doc) continue
      this.documents.push(doc)
      this.#ofType(doc._type).push(doc)
    }
  }

  /** Applies the change of a document. */
  refresh(documentId: string) {
    const id = this.#rules.idOf(documentId)
    if (id === undefined) return
    const now = this.#rules.at(id)
    const was = put(this.documents, id, now)
    if (was && was._type !== now?._type) put(this.byType.get(was._type)!, id, undefined)
    if (now) put(this.#ofType(now._type), id, now)
  }

  #ofType(type: string): Document[] {
    return this.byType.get(type) ?? this.byType.set(type, []).get(type)!
  }

  bySlug(slug: string): Document[] {
    return this.#shown(this.#rules.withSlug(slug))
  }

  referrers(id: string): Document[] {
    return this.#shown(this.#rules.withReference(id))
  }

  #shown(documentIds: string[]): Document[] {
    const shown = documentIds.flatMap((documentId) => {
      const id = this.#rules.idOf(documentId)
      const doc = id === undefined ? undefined : this.#rules.at(id)
      return doc && (doc._originalId ?? doc._id) === documentId ? [doc] : []
    })
    return shown.sort((a, b) => (a._id < b._id ? -1 : 1))
  }
}

/** Inserts a document into a list ordered by `_id`, or removes it. Returns the previous one. */
function put(list: Document[], id: string, doc: Document | undefined): Document | undefined {
  let low = 0,
    high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle]!._id < id) low = middle + 1
    else high = middle
  }
  const was = list[low]?._id === id ? list[low] : undefined
  if (was && doc) list[low] = doc
  else if (was) list.splice(low, 1)
  else if (doc) list.splice(low, 0, doc)
  return was
}
