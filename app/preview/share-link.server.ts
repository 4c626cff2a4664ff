import type { SanityClient } from '@sanity/client'
import type { ContentSource } from '#app/content/content.server.ts'
import { validateResult } from '#app/content/validate-result.server.ts'
import { TIMEOUT_MS, UNKEPT } from '#app/preview/drafts.server.ts'

type Stored = { _id: string; [field: string]: unknown }

/** Drafts and versions beside the published documents. */
const IS_WORK = '(_id in path("drafts.**") || _id in path("versions.**"))'

/**
 * Reads content as it would be if one document were published now: its draft, or its version in a release, with what it
 * points at and was never published. Everything else is as visitors see it. Nothing is kept.
 */
export function sharedReader(client: SanityClient, id: string): ContentSource {
  const reader = client.withConfig({ perspective: 'raw', stega: { enabled: false } })
  let shared: Promise<Stored[]> | undefined
  return {
    ...UNKEPT,
    get: async (query, params = {}) => {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      shared ??= readShared(reader, id, signal)
      const documents = await shared
      const ids = documents.map(({ _id }) => _id)
      const now = new Date().toISOString()
      const shown = { ...params, now, shared: documents, sharedIds: ids }
      return validateResult(query, await reader.fetch(overlaid(query), shown, { signal }))
    },
  }
}

const VERSION = /^versions\.([^.]+)\./
/** The name that a document has once it is published. */
const publishedId = (id: string): string => id.replace(/^drafts\./, '').replace(VERSION, '')

/** Where a shared document stands: what it was shared for (its version in a release, or its draft), and what is published. */
export const storedAs = (id: string): [work: string, published: string] => {
  const own = publishedId(id)
  return [VERSION.test(id) ? id : `drafts.${own}`, own]
}

/**
 * The document that was shared (what is published of it where nothing is in work any more), and what it needs, as they
 * would be stored once published; empty where it was deleted.
 */
async function readShared(reader: SanityClient, id: string, signal: AbortSignal): Promise<Stored[]> {
  const [work, own] = storedAs(id)
  const read = (ids: string[]) => reader.fetch<Stored[]>('*[_id in $ids]', { ids }, { signal })
  const found = await read([work, own])
  const document = found.find(({ _id }) => _id === work) ?? found[0]
  if (!document) return []
  /** The names under which unpublished work on a document may stand, the one that counts first. */
  const release = VERSION.exec(work)?.[0]
  const workOn = (one: string) => [...(release ? [release + one] : []), `drafts.${one}`]
  const named = [
    ...new Set([...JSON.stringify(document).matchAll(/"_ref":"([^"]+)"/g)].map(([, ref]) => ref!)),
  ]
  const there = await read(named.flatMap((ref) => [ref, ...workOn(ref)]))
  /** What was never published, by its published name: where a reference finds it now. */
  const needed = new Map<string, Stored>()
  for (const ref of named) {
    if (ref === own || there.some(({ _id }) => _id === ref)) continue
    const [first] = workOn(ref).flatMap((name) => there.find(({ _id }) => _id === name) ?? [])
    if (first) needed.set(ref, first)
  }
  // What waits for its "Show from" is what a preview is for.
  const asPublished = ({ showFrom, showUntil, ...stored }: Stored): Stored => ({
    ...(led(stored, needed) as Stored),
    _id: publishedId(stored._id),
  })
  return [document, ...needed.values()].map(asPublished)
}

/** A value whose references to what was never published lead to where it is stored. */
function led(value: unknown, needed: Map<string, Stored>): unknown {
  if (Array.isArray(value)) return value.map((item) => led(item, needed))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === '_ref' ? (needed.get(field)?._id ?? field) : led(field, needed),
    ]),
  )
}

/**
 * A query that finds the shared documents (`$shared`) beside the published ones, in the place of those that they replace:
 * each `*[filter]` becomes `[...*[filter][published], ...$shared][filter]`.
 */
export function overlaid(query: string): string {
  let made = ''
  let from = 0
  for (let at = query.indexOf('*['); at !== -1; at = query.indexOf('*[', from)) {
    const end = closing(query, at + 1)
    const filter = `[${overlaid(query.slice(at + 2, end))}]`
    made += `${query.slice(from, at)}[...*${filter}[!${IS_WORK} && !(_id in $sharedIds)], ...$shared]${filter}`
    from = end + 1
  }
  return made + query.slice(from)
}

/** Where the bracket that opens at `open` closes. */
function closing(query: string, open: number): number {
  let depth = 0
  for (const match of query.slice(open).matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[[\]]/g)) {
    if (match[0] === '[') depth++
    else if (match[0] === ']' && --depth === 0) return open + match.index
  }
  throw new Error(`A bracket stays open: ${query.slice(open)}`)
}
