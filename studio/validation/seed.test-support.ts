import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSeed } from '#studio/seed/content.ts'
import type { StoredDocument } from '#studio/validation/document.ts'
import { ADDRESSED, type PublishedContent } from '#studio/validation/published-content.ts'

type Stored = StoredDocument & { slug?: { current: string }; title?: string }
const seed = (): Stored[] => readSeed()

/** What rules know when the starting content is published. */
export function seedContent(): PublishedContent {
  const documents = seed()
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  const settings = documents.find(({ _id }) => _id === 'siteSettings')
  return {
    plans: documents
      .filter(({ _type }) => _type === 'plan')
      .map(({ _id, title = null, slug, price, credit, cap }) => ({
        _id,
        title,
        slug: slug?.current ?? null,
        price: number(price),
        credit: number(credit),
        cap: number(cap),
      })),
    addresses: documents
      .filter(({ _type, slug }) => ADDRESSED.includes(_type) && slug)
      .map(({ _id, _type, slug, title = '' }) => ({ _id, _type, slug: slug!.current, title })),
    redirects: [],
    published: documents.map(({ _id }) => _id),
    earlier: [],
    kept: [],
    scheduledTexts: [],
    settings: settings as never,
  }
}

/** The starting content; its pictures have assets once they are imported. */
export const seedDocuments = (): StoredDocument[] =>
  seed().map((document) =>
    JSON.parse(
      JSON.stringify(document).replace(/"_sanityAsset":"[^"]+"/g, '"asset":{"_ref":"image-abc-1x1-png"}'),
    ),
  )

/** Content from elsewhere that quotes prices otherwise than the plans (specification 9, “Conflict”). */
export const conflictDocuments = (): StoredDocument[] =>
  readFileSync(join(import.meta.dirname, '../../tests/fixtures/price-conflict.ndjson'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
