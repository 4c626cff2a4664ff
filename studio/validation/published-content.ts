import { getPublishedId, getVersionFromId } from '@sanity/client/csm'
import type { SanityClient } from 'sanity'
import { KEPT_VERSIONS } from '#studio/schema/document-kinds.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'
import type { Figures } from '../../app/content/money.ts'
import { policySlugs } from '../../app/content/previous-slugs.ts'

/** `title`: the address or short name where there is no title. */
export type PlanFacts = Figures & { _id: string; title: string | null; slug: string | null }
export type Address = { _id: string; _type: string; slug: string; title: string }
export type RedirectFacts = {
  _id: string
  from: string
  to: string | null
  targetSlug: { _type: string; slug: string | null } | null
}

/** What rules know beside the document that they check. */
export type PublishedContent = {
  plans: PlanFacts[]
  /** Every document that has an address of its own. */
  addresses: Address[]
  redirects: RedirectFacts[]
  /** Ids of all published documents. */
  published: string[]
  /** The addresses of earlier policy texts. */
  earlier: { slugs: (string | null)[]; address: string | null }[]
  settings: StoredDocument | null
  /** The earlier texts (`policyVersion`, `consentVersion`) that are published with the release of the document. */
  kept: StoredDocument[]
  /** Scheduled releases that keep an earlier text, with the id of the document that they change. */
  scheduledTexts: { document: string; release: string; title: string | null }[]
}

/** Reads drafts and versions, too. */
export const raw = (client: SanityClient) => client.withConfig({ perspective: 'raw' })

/** Document types that have an address of their own. */
export const ADDRESSED = ['page', 'policy', 'article']

/** In GROQ: the text of a field; null for anything else that an import left there. */
const text = (field: string) => `select(${field} > "" => ${field})`

const TITLE = `coalesce(${text('title')}, ${text('slug.current')})`

const CONTENT_QUERY = `{
  "plans": *[_type == "plan"]{
    _id, "title": ${TITLE}, "slug": ${text('slug.current')}, price,
    "credit": select(kind == "bundle" => credit), "cap": select(kind != "bundle" => cap)
  },
  "addresses": *[_type in ${JSON.stringify(ADDRESSED)} && slug.current > ""]{
    _id, _type, "slug": slug.current, "title": ${TITLE}
  },
  "redirects": *[_type == "redirect" && from > ""]{
    _id, from, "to": ${text('to')}, "targetSlug": target->{ _type, "slug": ${text('slug.current')} }
  },
  "published": *[!(_type match "sanity.*") && !(_type match "system.*")]._id,
  "earlier": *[_type == "policyVersion"]{ "slugs": ${policySlugs}, address },
  "settings": *[_id == "siteSettings"][0]
}`

const RELEASES_QUERY = `{
  "kept": *[_type in $keptTypes && sanity::partOfRelease($release)],
  "releases": *[_type == "system.release" && state in ["scheduled", "scheduling"]]{ name, "title": metadata.title },
  "texts": *[_type in $keptTypes && _id in path("versions.**")]{
    _id, "document": coalesce(policy._ref, "siteSettings")
  }
}`
type Releases = Pick<PublishedContent, 'kept'> & {
  releases: { name: string; title: string | null }[]
  texts: { _id: string; document: string }[]
}

/** Every keystroke validates a document: one read serves all validations of this time. */
export const KEEP_MS = 1_000
const reads = new Map<string, { at: number; content: Promise<PublishedContent> }>()

/**
 * Reads the content as it is once a document is published: for a version in a release, with everything that the release
 * publishes or unpublishes. At most once a second for each release; `fresh` reads again.
 */
export function contentFor(
  client: SanityClient,
  id: string,
  { fresh = false } = {},
): Promise<PublishedContent> {
  const { apiHost, projectId, dataset } = client.config()
  const release = getVersionFromId(id)
  const key = [apiHost, projectId, dataset, release].join('/')
  const now = Date.now()
  for (const [name, { at }] of reads) if (now - at >= KEEP_MS) reads.delete(name)
  const known = reads.get(key)
  if (known && !fresh) return known.content
  const content = read(client, release)
  reads.set(key, { at: now, content })
  content.catch(() => reads.delete(key))
  return content
}

/** Reads the published content. */
export const readContent = (client: SanityClient, options?: { fresh?: boolean }) =>
  contentFor(client, '', options)

async function read(client: SanityClient, release: string | undefined): Promise<PublishedContent> {
  const perspective = release ? [release] : 'published'
  const [content, { kept, releases, texts }] = await Promise.all([
    client
      .withConfig({ perspective })
      .fetch<Omit<PublishedContent, 'kept' | 'scheduledTexts'>>(CONTENT_QUERY),
    raw(client).fetch<Releases>(RELEASES_QUERY, { release: release ?? '', keptTypes: KEPT_VERSIONS }),
  ])
  const scheduledTexts = texts.flatMap(({ _id, document }) => {
    const scheduled = releases.find(({ name }) => name === getVersionFromId(_id))
    return scheduled ? [{ document, release: scheduled.name, title: scheduled.title }] : []
  })
  // A release's query returns published ids; a raw one those of versions.
  const withPublishedId = (version: StoredDocument) => ({ ...version, _id: getPublishedId(version._id) })
  return { ...content, kept: kept.map(withPublishedId), scheduledTexts }
}

/** The address of a document as it is stored. */
export const slugOf = (document: Record<string, unknown> | null | undefined): string | undefined => {
  const slug = (document?.slug as { current?: unknown } | null | undefined)?.current
  return typeof slug === 'string' && slug ? slug : undefined
}

/** Whether a document, as it is stored, is the site’s front page. An article may be at /resources/home. */
export const isFrontPage = (document: Record<string, unknown> | null | undefined): boolean =>
  document?._type === 'page' && slugOf(document) === 'home'

/** The path of a document on the site; undefined for one without an address. */
export function pathOf(document: { _type: string; slug?: string | null }): string | undefined {
  if (!document.slug) return undefined
  if (document._type === 'article') return `/resources/${document.slug}`
  return document.slug === 'home' ? '/' : `/${document.slug}`
}
