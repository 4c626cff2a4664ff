import { type Document, publishedId } from '#studio/lake/document-ids.ts'
import { type Params, type Plan, valuesOf } from '#studio/lake/groq-plan.ts'
import type { Change } from '#studio/lake/store.ts'

// The client only asks that a tag starts with "s1:"; the rest is the server's own.
const EVERYTHING = 's1:all'
const typeTag = (type: string) => `s1:type:${type}`
const documentTag = (id: string) => `s1:doc:${publishedId(id)}`
const MOST_DOCUMENT_TAGS = 200

/**
 * The tags of a live event: everything, and the type and published id of each document that changed. A draft may
 * hide, or uncover, a document of another type: `versions` gives those that stand for the same id.
 */
export function tagsOfChanges(changes: Change[], versions: (id: string) => Document[]): string[] {
  const tags = new Set([EVERYTHING])
  for (const { id, before, after } of changes) {
    tags.add(documentTag(id))
    for (const doc of [before, after, ...versions(id)]) if (doc) tags.add(typeTag(doc._type))
  }
  return [...tags]
}

/**
 * The tags that stand for whatever can change an answer: the types and ids that bound each `*` of the query,
 * and every reference that was followed (whether or not it led anywhere). A `*` that nothing bounds stands for everything.
 */
export function tagsOfQuery(plan: Plan, params: Params, dereferenced: Set<string>): string[] {
  if (plan.bounds.includes(null)) return [EVERYTHING]
  const ids = new Set(dereferenced),
    types = new Set<string>()
  for (const bound of plan.bounds) {
    for (const id of valuesOf(bound!.ids, params)) ids.add(id)
    for (const type of valuesOf(bound!.types, params)) types.add(type)
  }
  if (ids.size > MOST_DOCUMENT_TAGS) return [EVERYTHING]
  return [...[...types].map(typeTag), ...[...ids].map(documentTag)]
}
