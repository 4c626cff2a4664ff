import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resultOf } from '#studio/lake/groq/query.test-support.ts'
import { readSeed } from '#studio/seed/content.ts'
import type { StoredDocument } from '#studio/validation/document.ts'
import { CONTENT_QUERY, type PublishedContent } from '#studio/validation/published-content.ts'

/** Returns the starting content, with image assets as after an import. */
export const seedDocuments = (): StoredDocument[] =>
  JSON.parse(
    JSON.stringify(readSeed()).replace(/"_sanityAsset":"[^"]+"/g, '"asset":{"_ref":"image-abc-1x1-png"}'),
  )

/** Returns the starting content as rules read it. */
export const seedContent = (): PublishedContent => ({
  ...(resultOf(CONTENT_QUERY, { documents: seedDocuments() }) as PublishedContent),
  textsInRelease: [],
  scheduledTexts: [],
})

/** Returns imported content whose prices contradict the plans (specification 9, "Conflict"). */
export const conflictDocuments = (): StoredDocument[] =>
  readFileSync(join(import.meta.dirname, '../../tests/fixtures/price-conflict.ndjson'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
