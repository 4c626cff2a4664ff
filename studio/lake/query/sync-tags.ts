import { references } from '../documents/content.ts'
import { type Document, publishedId } from '../documents/document-ids.ts'
import type { Reads } from '../groq/runtime.ts'
import { attributeOf } from '../groq/values.ts'
import type { Change } from '../store/store.ts'

// The client requires the prefix "s1:".
const EVERYTHING = 's1:all'
const typeTag = (type: string) => `s1:type:${type}`
const slugTag = (slug: string) => `s1:slug:${slug}`
const referenceTag = (id: string) => `s1:ref:${id}`
const documentTag = (id: string) => `s1:doc:${publishedId(id)}`
// Next.js keeps 128 tags.
const MAX_TAGS = 120

/** The tags of changes. `versions` returns the other versions of an id, which a draft may hide or uncover. */
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

/** The tags that can change an answer. A scan has the tag of everything. */
export function tagsOfReads({ everything, ids, slugs, types, references }: Reads): string[] {
  if (everything || ids.size + slugs.size + types.size + references.size > MAX_TAGS) return [EVERYTHING]
  const tags = new Set([
    ...[...types].map(typeTag),
    ...[...slugs].map(slugTag),
    ...[...ids].map(documentTag), // drafts share the tag of the published document
    ...[...references].map(referenceTag),
  ])
  return [...tags]
}
