import { type Document, publishedId } from '#studio/lake/document-ids.ts'
import { buildView, type Perspective, type View } from '#studio/lake/perspectives.ts'
import type { Change } from '#studio/lake/store.ts'

/** The documents of one dataset in memory, a mirror of what the store holds. Documents are never changed in place. */
export class Content {
  readonly documents = new Map<string, Document>()
  readonly #referrers = new Map<string, Set<string>>()
  readonly #versions = new Map<string, Set<string>>()
  readonly #views = new Map<string, View>()

  constructor(documents: Iterable<Document>) {
    for (const doc of documents) this.#put(doc)
  }

  /** Takes over changes that are on disk. */
  apply(changes: Change[]) {
    for (const { id, before, after } of changes) {
      if (before) for (const target of strongReferences(before)) this.#referrers.get(target)?.delete(id)
      this.documents.delete(id)
      this.#versions.get(publishedId(id))?.delete(id)
      if (after) this.#put(after)
    }
    this.#views.clear()
  }

  /** Ids of the documents that hold a strong reference to `id`. */
  referrers(id: string): Set<string> {
    return this.#referrers.get(id) ?? new Set()
  }

  /** The published document of an id, its draft and its versions, as far as they exist. */
  versions(id: string): Document[] {
    return [...(this.#versions.get(publishedId(id)) ?? [])].map((version) => this.documents.get(version)!)
  }

  view(perspective: Perspective, editor: boolean): View {
    const key = `${editor}:${perspective}`
    const view = this.#views.get(key) ?? buildView(this.documents.values(), perspective, editor)
    this.#views.set(key, view)
    return view
  }

  #put(doc: Document) {
    this.documents.set(doc._id, doc)
    addTo(this.#versions, publishedId(doc._id), doc._id)
    for (const target of strongReferences(doc)) addTo(this.#referrers, target, doc._id)
  }
}

function addTo(index: Map<string, Set<string>>, key: string, id: string) {
  const set = index.get(key)
  if (set) set.add(id)
  else index.set(key, new Set([id]))
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
