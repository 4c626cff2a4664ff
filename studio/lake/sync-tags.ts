import { references } from '#studio/lake/content.ts'
import { type Document, publishedId } from '#studio/lake/document-ids.ts'
import type { Reads } from '#studio/lake/groq/runtime.ts'
import { attributeOf } from '#studio/lake/groq/values.ts'
import type { Change } from '#studio/lake/store.ts'

// The client only asks that a tag starts with "s1:"; the rest is the server's own.
const EVERYTHING = 's1:all'
const typeTag = (type: string) => `s1:type:${type}`
const slugTag = (slug: string) => `s1:slug:${slug}`
const referenceTag = (id: string) => `s1:ref:${id}`
const documentTag = (id: string) => `s1:doc:${publishedId(id)}`
// Next.js, which next-sanity hands them to, keeps 128 of what it fetched and drops the rest.
const MOST_TAGS = 120

/**
 * The tags of a live event: everything, and the type, slug and published id of each document that changed, and the ids
 * that it refers to. A draft may hide, or uncover, a document of another type: `versions` gives those that stand for
 * the same id.
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
      for (const target of references(doc)) tags.add(referenceTag(target))
    }
  }
  return [...tags]
}

/**
 * The tags that stand for whatever can change an answer: the ids, slugs, types and references that documents were asked
 * for by, whether or not there were any. What was found by looking at every document stands for everything.
 */
export function tagsOfReads({ everything, ids, slugs, types, references }: Reads): string[] {
  if (everything || ids.size + slugs.size + types.size + references.size > MOST_TAGS) return [EVERYTHING]
  const tags = new Set([
    ...[...types].map(typeTag),
    ...[...slugs].map(slugTag),
    ...[...ids].map(documentTag), // a draft has the tag of what it is a draft of
    ...[...references].map(referenceTag),
  ])
  return [...tags]
}
