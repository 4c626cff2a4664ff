import type { Document } from '#studio/lake/document-ids.ts'
import { buildView, type Perspective, type View } from '#studio/lake/perspectives.ts'
import type { Change } from '#studio/lake/store.ts'

/** The documents of one dataset in memory, a mirror of what the store holds. Documents are never changed in place. */
export class Content {
  readonly documents = new Map<string, Document>()
  readonly #referrers = new Map<string, Set<string>>()
  readonly #views = new Map<string, View>()

  constructor(documents: Iterable<Document>) {
    for (const doc of documents) this.#put(doc)
  }

  /** Takes over changes that are on disk. */
  apply(changes: Change[]) {
    for (const { id, before, after } of changes) {
      if (before) for (const target of strongReferences(before)) this.#referrers.get(target)?.delete(id)
      this.documents.delete(id)
      if (after) this.#put(after)
    }
    this.#views.clear()
  }

  /** Ids of the documents that hold a strong reference to `id`. */
  referrers(id: string): Set<string> {
    return this.#referrers.get(id) ?? new Set()
  }

  view(perspective: Perspective, editor: boolean): View {
    const key = `${editor}:${perspective}`
    const view = this.#views.get(key) ?? buildView(this.documents.values(), perspective, editor)
    this.#views.set(key, view)
    return view
  }

  #put(doc: Document) {
    this.documents.set(doc._id, doc)
    for (const target of strongReferences(doc)) {
      const set = this.#referrers.get(target)
      if (set) set.add(doc._id)
      else this.#referrers.set(target, new Set([doc._id]))
    }
  }
}

/** The ids that a document refers to strongly, in this dataset. */
export function strongReferences(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) strongReferences(item, found)
  else if (value && typeof value === 'object') {
    const { _ref, _weak, _dataset, _projectId } = value as Record<string, unknown>
    if (typeof _ref === 'string' && _weak !== true && !_dataset && !_projectId) found.add(_ref)
    for (const item of Object.values(value))
      if (item && typeof item === 'object') strongReferences(item, found)
  }
  return found
}
