import {
  type Document,
  isDraftId,
  isPublicId,
  isPublishedId,
  isVersionId,
  publishedId,
  releaseOf,
} from '#studio/lake/document-ids.ts'
import { dataError } from '#studio/lake/errors.ts'

/** `raw`, `published`, or layers from the highest to the lowest; `published` always lies underneath. */
export type Perspective = 'raw' | 'published' | string[]

/** What a query sees of a dataset, ordered by `_id`. */
export type View = { documents: Document[]; byId: Map<string, Document>; byType: Map<string, Document[]> }

// https://www.sanity.io/docs/perspectives: published became the default in API version 2025-02-19
const PUBLISHED_BY_DEFAULT_SINCE = '2025-02-19'

/** Reads the `perspective` parameter: a name, a comma list, or an array. Throws a 400 in Sanity's shape. */
export function parsePerspective(given: unknown, apiVersion: string): Perspective {
  if (given === undefined || given === null || given === '') {
    return apiVersion !== 'X' && apiVersion >= PUBLISHED_BY_DEFAULT_SINCE ? 'published' : 'raw'
  }
  let layers: unknown = given
  if (typeof given === 'string') {
    try {
      layers = given.startsWith('[') ? JSON.parse(given) : given.split(',')
    } catch {
      layers = []
    }
  }
  if (
    !Array.isArray(layers) ||
    layers.length === 0 ||
    !layers.every((layer) => typeof layer === 'string' && /^[A-Za-z0-9_-]+$/.test(layer))
  ) {
    throw dataError(400, 'queryParseError', `invalid perspective ${JSON.stringify(given)}`)
  }
  const names = layers.map((layer) => (layer === 'previewDrafts' ? 'drafts' : layer)) as string[]
  if (names.length > 1 && names.includes('raw'))
    throw dataError(400, 'queryParseError', 'perspective "raw" can\'t be combined with others')
  if (names.length === 1 && (names[0] === 'raw' || names[0] === 'published')) return names[0]
  return names.filter((name) => name !== 'published')
}

/** Reading drafts or versions takes an editor; raw shows a stranger only what is public. */
export const needsEditor = (perspective: Perspective) => Array.isArray(perspective)

/** Builds the view. A document of a layer hides those below it and is shown under its published id, with `_originalId`. */
export function buildView(documents: Iterable<Document>, perspective: Perspective, editor: boolean): View {
  const visible: Document[] = []
  if (perspective === 'raw') {
    for (const doc of documents) if (editor || isPublicId(doc._id)) visible.push(doc)
  } else if (perspective === 'published') {
    for (const doc of documents) if (editor ? isPublishedId(doc._id) : isPublicId(doc._id)) visible.push(doc)
  } else {
    const rank = new Map(perspective.map((layer, index) => [layer, index]))
    const winners = new Map<string, { doc: Document; rank: number }>()
    for (const doc of documents) {
      const layer = isDraftId(doc._id) ? 'drafts' : isVersionId(doc._id) ? releaseOf(doc._id)! : 'published'
      const own = layer === 'published' ? perspective.length : rank.get(layer)
      if (own === undefined) continue
      const id = publishedId(doc._id),
        current = winners.get(id)
      if (!current || own < current.rank) winners.set(id, { doc, rank: own })
    }
    for (const [id, { doc }] of winners) {
      if (!(doc._system as { delete?: boolean } | undefined)?.delete)
        visible.push({ ...doc, _id: id, _originalId: doc._id })
    }
  }
  visible.sort((a, b) => (a._id < b._id ? -1 : 1))
  const byType = new Map<string, Document[]>()
  for (const doc of visible) {
    const list = byType.get(doc._type)
    if (list) list.push(doc)
    else byType.set(doc._type, [doc])
  }
  return { documents: visible, byId: new Map(visible.map((doc) => [doc._id, doc])), byType }
}
