import { LRUCache } from 'lru-cache'
import type { View } from '../groq/runtime.ts'
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
import { Multimap } from './multimap.ts'
import { PerspectiveView, type ViewRules } from './perspective-view.ts'
import type { Perspective } from './perspectives.ts'

// Each combination of releases is a view. The least recently used are dropped.
const MAX_VIEWS = 8
// After more changes, rebuilding a view is faster than updating it.
const MAX_REFRESHED = 500
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
  readonly #views = new LRUCache<string, PerspectiveView>({ max: MAX_VIEWS })
  /** Documents with `_originalId`, shared by all layered views. */
  readonly #layered = new WeakMap<Document, Document>()
  #assetBase: string | undefined

  constructor(documents: Iterable<Document>) {
    // Without `referencesOf`: most documents never change, so remembering would only take memory.
    for (const doc of documents) this.#replace(doc._id, doc, (loaded) => findReferences(loaded).all)
  }

  /** Applies changes that are on disk. Readers wait for it, so `referencesOf` has done the slow part before. */
  apply(changes: Pick<Change, 'id' | 'after'>[]) {
    if (changes.length > MAX_REFRESHED) this.#views.clear()
    for (const { id, after } of changes) {
      this.#replace(id, after)
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

  /** The ids of documents with a strong or weak reference to `id`. */
  referrers(id: string): string[] {
    return this.#referrers.get(id)
  }

  /** The existing published document, draft and versions of an id. */
  versions(id: string): Document[] {
    return this.#versions.get(publishedId(id)).map((version) => this.documents.get(version)!)
  }

  /** The view of a reader. For strangers `raw` equals `published`. */
  view(perspective: Perspective, seesDrafts: boolean): PerspectiveView {
    // JSON, because a release may be named `public` or `unversioned`.
    const key = Array.isArray(perspective) || seesDrafts ? JSON.stringify(perspective) : 'public'
    const view =
      this.#views.get(key) ??
      new PerspectiveView(this.#rulesOf(perspective, seesDrafts), this.documents.keys())
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

  #replace(id: string, after: Document | null, referencesFrom = (doc: Document) => referencesOf(doc).all) {
    const before = this.documents.get(id)
    const doc = after && this.#relocated(after)
    if (doc) this.documents.set(id, doc)
    else this.documents.delete(id)
    if (doc && !before) this.#versions.add(publishedId(id), id)
    if (before && !doc) this.#versions.delete(publishedId(id), id)
    const was = before ? referencesFrom(before) : NONE
    const is = doc ? referencesFrom(doc) : NONE
    for (const target of was) if (!is.has(target)) this.#referrers.delete(target, id)
    for (const target of is) if (!was.has(target)) this.#referrers.add(target, id)
    const [oldSlug, slug] = [before && slugOf(before), doc && slugOf(doc)]
    if (typeof oldSlug === 'string' && oldSlug !== slug) this.#slugs.delete(oldSlug, id)
    if (typeof slug === 'string' && oldSlug !== slug) this.#slugs.add(slug, id)
  }

  #relocated(doc: Document): Document {
    if (!this.#assetBase || !ASSET_TYPES.includes(doc._type) || typeof doc.path !== 'string') return doc
    const url = `${this.#assetBase}/${doc.path}`
    return doc.url === url ? doc : { ...doc, url }
  }
}

/** The `slug.current` of a document. */
export function slugOf(doc: Document): string | undefined {
  const current = (doc.slug as { current?: unknown } | null | undefined)?.current
  return typeof current === 'string' ? current : undefined
}

/** The ids that a document refers to. The strong ones must exist. A global document reference has colons. */
type References = { all: Set<string>; strong: Set<string> }
const NONE = new Set<string>()
const known = new WeakMap<Document, References>()

/** The references of a document. They are remembered, because a commit needs them several times. */
export function referencesOf(doc: Document): References {
  let found = known.get(doc)
  if (!found) {
    found = findReferences(doc)
    known.set(doc, found)
  }
  return found
}

function findReferences(value: unknown, found: References = { all: NONE, strong: NONE }): References {
  if (Array.isArray(value)) for (const item of value) findReferences(item, found)
  else if (value && typeof value === 'object') {
    const { _ref, _weak, _dataset, _projectId } = value as Record<string, unknown>
    if (typeof _ref === 'string') {
      if (found.all === NONE) Object.assign(found, { all: new Set(), strong: new Set() })
      found.all.add(_ref)
      if (_weak !== true && !_dataset && !_projectId && !_ref.includes(':')) found.strong.add(_ref)
    }
    for (const key in value) {
      const item = (value as Record<string, unknown>)[key]
      if (item && typeof item === 'object') findReferences(item, found)
    }
  }
  return found
}

/** A view of one document, for the filter of a listener. */
export const viewOf = (doc: Document): View => ({
  documents: [doc],
  byId: { get: (id) => (id === doc._id ? doc : undefined) },
  byType: { get: (type) => (type === doc._type ? [doc] : undefined) },
  bySlug: (slug) => (slugOf(doc) === slug ? [doc] : []),
  referrers: (id) => (referencesOf(doc).all.has(id) ? [doc] : []),
})
