import { type Document, publishedId } from '#studio/lake/document-ids.ts'
import type { Reads } from '#studio/lake/groq/runtime.ts'
import { attributeOf } from '#studio/lake/groq/values.ts'
import type { Change } from '#studio/lake/store.ts'

// The client only asks that a tag starts with "s1:"; the rest is the server's own.
const EVERYTHING = 's1:all'
const typeTag = (type: string) => `s1:type:${type}`
const slugTag = (slug: string) => `s1:slug:${slug}`
const documentTag = (id: string) => `s1:doc:${publishedId(id)}`
const MOST_DOCUMENT_TAGS = 200

/**
 * The tags of a live event: everything, and the type, slug and published id of each document that changed. A draft
 * may hide, or uncover, a document of another type or slug: `versions` gives those that stand for the same id.
 */
export function tagsOfChanges(changes: Change[], versions: (id: string) => Document[]): string[] {
  const tags = new Set([EVERYTHING])
  for (const { id, before, after } of changes) {
    tags.add(documentTag(id))
    for (const doc of [before, after, ...versions(id)]) {
      if (!doc) continue
      tags.add(typeTag(doc._type))
      const slug = attributeOf(doc.slug, 'current')
      if (typeof slug === 'string') tags.add(slugTag(slug))
    }
  }
  return [...tags]
}

/**
 * The tags that stand for whatever can change an answer: the ids, slugs and types that documents were asked for by,
 * whether or not there were any. What was found by looking at every document stands for everything.
 */
export function tagsOfReads({ everything, ids, slugs, types }: Reads): string[] {
  if (everything || ids.size + slugs.size > MOST_DOCUMENT_TAGS) return [EVERYTHING]
  return [...[...types].map(typeTag), ...[...slugs].map(slugTag), ...[...ids].map(documentTag)]
}
