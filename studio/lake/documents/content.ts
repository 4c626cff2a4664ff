import { LRUCache } from 'lru-cache'
import type { Change } from '../store/store.ts'
import {
  type Document,
  isDraftId,
  isPublicId,
  isPublishedId,
  isVersionId,
  publishedId,
  releaseOf,
} from './document-ids.ts'
import { LiveView, type ViewRules } from './live-view.ts'
import { Multimap } from './multimap.ts'
import type { Perspective } from './perspectives.ts'

// Each combination of releases is a view. The least recently used are dropped.
const MAX_VIEWS = 8
const SHOWN = {
  raw: () => true,
  unversioned: (id: string) => !isVersionId(id),
  published: isPublishedId,
}
const ASSET_TYPES = ['sanity.imageAsset', 'sanity.fileAsset']

/** The documents of one dataset in memory. Documents are immutable. */
export class Content {
  readonly documents = new Map<string, Document>()
  readonly #referrers = new Multimap()
  readonly #slugs = new Multimap()
  readonly #versions = new Multimap()
  readonly #views = new LRUCache<string, LiveView>({ max: MAX_VIEWS })
  /** Documents with `_originalId`, shared by all layered views. */
  readonly #layered = new WeakMap<Document, Document>()
  #assetBase: string | undefined

  constructor(documents: Iterable<Document>) {
    for (const doc of documents) this.#put(doc)
  }

  /** Applies changes that are on disk. */
  apply(changes: Pick<Change, 'id' | 'after'>[]) {
    for (const { id, after } of changes) {
      this.#remove(id)
      if (after) this.#put(after)
      for (const view of this.#views.values()) view.refresh(id)
    }
  }

  /** Rewrites asset URLs to the current port. */
  relocateAssets(baseUrl: string) {
    this.#assetBase = baseUrl
    const { byType } = this.view('raw', true)
    const assets = ASSET_TYPES.flatMap((type) => byType.get(type) ?? [])
    this.apply(assets.map((after) => ({ id: after._id, after })))
  }

  /** The ids of documents with a strong reference to `id`. */
  referrers(id: string): Set<string> {
    const referrers = this.#referrers.get(id)
    return new Set(referrers.filter((other) => strongReferences(this.documents.get(other)).has(id)))
  }

  /** The existing published document, draft and versions of an id. */
  versions(id: string): Document[] {
    return this.#versions.get(publishedId(id)).map((version) => this.documents.get(version)!)
  }

  /** The view of a reader. For strangers `raw` equals `published`. */
  view(perspective: Perspective, seesDrafts: boolean): LiveView {
    // JSON, because a release may be named `public` or `unversioned`.
    const key = Array.isArray(perspective) || seesDrafts ? JSON.stringify(perspective) : 'public'
    const view =
      this.#views.get(key) ?? new LiveView(this.#rulesOf(perspective, seesDrafts), this.documents.keys())
    this.#views.set(key, view)
    return view
  }

  #rulesOf(perspective: Perspective, seesDrafts: boolean): ViewRules {
    const indexes = {
      withSlug: (slug: string) => this.#slugs.get(slug),
      withReference: (id: string) => this.#referrers.get(id),
    }
    if (Array.isArray(perspective)) {
      return { ...indexes, idOf: publishedId, at: (id) => this.#topLayer(perspective, id) }
    }
    const shows = seesDrafts ? SHOWN[perspective] : isPublicId
    return {
      ...indexes,
      idOf: (id) => (shows(id) ? id : undefined),
      at: (id) => (shows(id) ? this.documents.get(id) : undefined),
    }
  }

  /** A higher layer hides lower ones. The document gets its published id and `_originalId`. */
  #topLayer(layers: string[], id: string): Document | undefined {
    let top: Document | undefined
    let best = Number.POSITIVE_INFINITY
    for (const version of this.#versions.get(id)) {
      const layer = isDraftId(version) ? 'drafts' : isVersionId(version) ? releaseOf(version)! : undefined
      const rank = layer === undefined ? layers.length : layers.indexOf(layer)
      if (rank < 0 || rank >= best) continue
      best = rank
      top = this.documents.get(version)
    }
    if (!top || (top._system as { delete?: boolean } | undefined)?.delete) return undefined
    let shown = this.#layered.get(top)
    if (!shown) {
      shown = { ...top, _id: id, _originalId: top._id }
      this.#layered.set(top, shown)
    }
    return shown
  }

  #put(document: Document) {
    const doc = this.#relocated(document)
    this.documents.set(doc._id, doc)
    this.#versions.add(publishedId(doc._id), doc._id)
    for (const target of references(doc)) this.#referrers.add(target, doc._id)
    const slug = slugOf(doc)
    if (slug !== undefined) this.#slugs.add(slug, doc._id)
  }

  #relocated(doc: Document): Document {
    if (!this.#assetBase || !ASSET_TYPES.includes(doc._type) || typeof doc.path !== 'string') return doc
    const url = `${this.#assetBase}/${doc.path}`
    return doc.url === url ? doc : { ...doc, url }
  }

  #remove(id: string) {
    const doc = this.documents.get(id)
    if (!doc) return
    this.documents.delete(id)
    this.#versions.delete(publishedId(id), id)
    for (const target of references(doc)) this.#referrers.delete(target, id)
    const slug = slugOf(doc)
    if (slug !== undefined) this.#slugs.delete(slug, id)
  }
}

function slugOf(doc: Document): string | undefined {
  const current = (doc.slug as { current?: unknown } | null | undefined)?.current
  return typeof current === 'string' ? current : undefined
}

/** The ids of documents of this dataset. A global document reference has colons: `media-library:ml1:image`. */
export const strongReferences = (value: unknown) =>
  references(
    value,
    ({ _ref, _weak, _dataset, _projectId }: Record<string, unknown>) =>
      _weak !== true && !_dataset && !_projectId && !String(_ref).includes(':'),
  )

/** The ids of all references in a value that pass `counts`. */
export function references(
  value: unknown,
  counts: (reference: Record<string, unknown>) => boolean = () => true,
  found = new Set<string>(),
): Set<string> {
  if (Array.isArray(value)) for (const item of value) references(item, counts, found)
  else if (value && typeof value === 'object') {
    const object = value as Record<string, unknown>
    if (typeof object._ref === 'string' && counts(object)) found.add(object._ref)
    for (const key in object) {
      const item = object[key]
      if (item && typeof item === 'object') references(item, counts, found)
    }
  }
  return found
}
