import { referencesOf, slugOf } from '../documents/content.ts'
import { type Document, isPublicId, publishedId } from '../documents/document-ids.ts'
import type { Reads } from '../groq/runtime.ts'
import { giveWay } from '../scheduling.ts'
import type { Change } from '../store/store.ts'

// The client requires the prefix "s1:".
const EVERYTHING = 's1:all'
const typeTag = (type: string) => `s1:type:${type}`
const slugTag = (slug: string) => `s1:slug:${slug}`
const referenceTag = (id: string) => `s1:ref:${id}`
const documentTag = (id: string) => `s1:doc:${publishedId(id)}`
// Next.js keeps 128 tags.
const MAX_TAGS = 120

/** The tags of changes: for readers of drafts, and for everyone else. Empty if there is no change to see. */
export type Tags = { all: Set<string>; public: Set<string> }

/** The tags of changes. `versions` returns the other versions of an id, which a draft may hide or uncover. */
export async function tagsOf(changes: Change[], versions: (id: string) => Document[]): Promise<Tags> {
  const tags: Tags = { all: new Set(), public: new Set() }
  for (const change of changes) {
    addTags(tags.all, change, versions(change.id))
    if (isPublicId(change.id)) addTags(tags.public, change)
    await giveWay()
  }
  return tags
}

/** Adds the tags of a change. */
export function addTags(tags: Set<string>, { id, before, after }: Change, versions: Document[] = []) {
  tags.add(EVERYTHING).add(documentTag(id))
  for (const doc of new Set([before, after, ...versions])) {
    if (!doc) continue
    tags.add(typeTag(doc._type))
    const slug = slugOf(doc)
    if (slug !== undefined) tags.add(slugTag(slug))
    for (const target of referencesOf(doc).all) tags.add(referenceTag(target))
  }
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
