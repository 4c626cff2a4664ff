import type { SanityClient } from '@sanity/client'
import type { ContentSource } from '#app/content/content.server.ts'
import { validateResult } from '#app/content/validate-result.server.ts'
import { TIMEOUT_MS, UNCACHED } from '#app/preview/draft-content.server.ts'

type Stored = { _id: string; [field: string]: unknown }

const IS_UNPUBLISHED = '(_id in path("drafts.**") || _id in path("versions.**"))'

/**
 * Reads content as if one draft, or one version in a release, were published now, with the unpublished documents that it
 * refers to. All other documents are as published.
 */
export function shareLinkReader(client: SanityClient, id: string): ContentSource {
  const reader = client.withConfig({ perspective: 'raw', stega: { enabled: false } })
  let overlay: Promise<Stored[]> | undefined
  return {
    ...UNCACHED,
    get: async (query, params = {}) => {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      overlay ??= readOverlay(reader, id, signal)
      const documents = await overlay
      const overlayIds = documents.map(({ _id }) => _id)
      const now = new Date().toISOString()
      const result = await reader.fetch(
        withOverlay(query),
        { ...params, now, overlay: documents, overlayIds },
        { signal },
      )
      return validateResult(query, result)
    },
  }
}

const VERSION = /^versions\.([^.]+)\./
const publishedId = (id: string): string => id.replace(/^drafts\./, '').replace(VERSION, '')

/** Returns the id of the version or draft that a link shows, and the document's published id. */
export const unpublishedAndPublishedId = (id: string): [unpublished: string, published: string] => {
  const published = publishedId(id)
  return [VERSION.test(id) ? id : `drafts.${published}`, published]
}

/** Returns the document and the unpublished ones that it refers to, as they would be published. Empty if it was deleted. */
async function readOverlay(reader: SanityClient, id: string, signal: AbortSignal): Promise<Stored[]> {
  const [unpublished, published] = unpublishedAndPublishedId(id)
  const read = (ids: string[]) => reader.fetch<Stored[]>('*[_id in $ids]', { ids }, { signal })
  const found = await read([unpublished, published])
  const document = found.find(({ _id }) => _id === unpublished) ?? found[0]
  if (!document) return []
  const release = VERSION.exec(unpublished)?.[0]
  /** A version in the same release has priority over a draft. */
  const unpublishedIds = (ref: string) => [...(release ? [release + ref] : []), `drafts.${ref}`]
  const refs = [
    ...new Set([...JSON.stringify(document).matchAll(/"_ref":"([^"]+)"/g)].map(([, ref]) => ref!)),
  ]
  const stored = await read(refs.flatMap((ref) => [ref, ...unpublishedIds(ref)]))
  /** Drafts or versions of never published documents, by published id. */
  const referenced = new Map<string, Stored>()
  for (const ref of refs) {
    if (ref === published || stored.some(({ _id }) => _id === ref)) continue
    const [first] = unpublishedIds(ref).flatMap((name) => stored.find(({ _id }) => _id === name) ?? [])
    if (first) referenced.set(ref, first)
  }
  // A preview also shows a document that waits for its "Show from".
  return [document, ...referenced.values()].map(({ showFrom, showUntil, ...fields }) => ({
    ...(withStoredReferences(fields, referenced) as Stored),
    _id: publishedId(fields._id),
  }))
}

/** Changes references to the ids of drafts or versions, because `->` reads the dataset, not the overlay. */
function withStoredReferences(value: unknown, stored: Map<string, Stored>): unknown {
  if (Array.isArray(value)) return value.map((item) => withStoredReferences(item, stored))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === '_ref' ? (stored.get(field)?._id ?? field) : withStoredReferences(field, stored),
    ]),
  )
}

/**
 * Lets a query find the documents of `$overlay` instead of their published versions. Each `*[filter]` becomes
 * `[...*[filter][published], ...$overlay][filter]`.
 */
export function withOverlay(query: string): string {
  let result = ''
  let from = 0
  for (let at = query.indexOf('*['); at !== -1; at = query.indexOf('*[', from)) {
    const end = closingBracket(query, at + 1)
    const filter = `[${withOverlay(query.slice(at + 2, end))}]`
    result += `${query.slice(from, at)}[...*${filter}[!${IS_UNPUBLISHED} && !(_id in $overlayIds)], ...$overlay]${filter}`
    from = end + 1
  }
  return result + query.slice(from)
}

function closingBracket(query: string, open: number): number {
  let depth = 0
  for (const match of query.slice(open).matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[[\]]/g)) {
    if (match[0] === '[') depth++
    else if (match[0] === ']' && --depth === 0) return open + match.index
  }
  throw new Error(`A bracket stays open: ${query.slice(open)}`)
}
