import { getPublishedId, getVersionFromId } from '@sanity/client/csm'
import type { SanityClient } from 'sanity'
import type { StoredDocument } from '#studio/validation/document.ts'
import { EARLIER_VERSIONS } from '#studio/validation/document-kinds.ts'
import type { Figures } from '../../app/content/money.ts'
import { policySlugs } from '../../app/content/previous-slugs.ts'

/** `title` falls back to the address or short name. */
export type PlanFacts = Figures & { _id: string; title: string | null; slug: string | null }
export type Address = { _id: string; _type: string; slug: string; title: string }
export type RedirectFacts = {
  _id: string
  from: string
  to: string | null
  targetSlug: { _type: string; slug: string | null } | null
}

/** The content that rules read beside the document that they check. */
export type PublishedContent = {
  plans: PlanFacts[]
  addresses: Address[]
  redirects: RedirectFacts[]
  /** Ids of all published documents. */
  published: string[]
  /** The addresses of earlier policy texts. */
  earlierAddresses: { slugs: (string | null)[]; address: string | null }[]
  settings: StoredDocument | null
  /** The earlier texts (`policyVersion`, `consentVersion`) in the release of the document. */
  textsInRelease: StoredDocument[]
  /** Scheduled releases with an earlier text, and the id of the document that they change. */
  scheduledTexts: { document: string; release: string; title: string | null }[]
}

/** Returns a client that also reads drafts and versions. */
export const raw = (client: SanityClient) => client.withConfig({ perspective: 'raw' })

/** Document types that have an address of their own. */
export const ADDRESSED = ['page', 'policy', 'article']

/** GROQ for the text of a field; null for other values, which an import may have stored. */
const text = (field: string) => `select(${field} > "" => ${field})`

const TITLE = `coalesce(${text('title')}, ${text('slug.current')})`

export const CONTENT_QUERY = `{
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
  "earlierAddresses": *[_type == "policyVersion"]{ "slugs": ${policySlugs}, address },
  "settings": *[_id == "siteSettings"][0]
}`

const RELEASES_QUERY = `{
  "textsInRelease": *[_type in $earlierTypes && sanity::partOfRelease($release)],
  "releases": *[_type == "system.release" && state in ["scheduled", "scheduling"]]{ name, "title": metadata.title },
  "texts": *[_type in $earlierTypes && _id in path("versions.**")]{
    _id, "document": coalesce(policy._ref, "siteSettings")
  }
}`
type Releases = Pick<PublishedContent, 'textsInRelease'> & {
  releases: { name: string; title: string | null }[]
  texts: { _id: string; document: string }[]
}

/** Every keystroke validates a document, so validations within this time share one read. */
const CACHE_MS = 1_000
const reads = new Map<string, { at: number; content: Promise<PublishedContent> }>()

/** Reads the published content; for a version, as it will be after its release. Caches it for a second unless `fresh`. */
export function contentFor(
  client: SanityClient,
  id: string,
  { fresh = false } = {},
): Promise<PublishedContent> {
  const { apiHost, projectId, dataset } = client.config()
  const release = getVersionFromId(id)
  const key = [apiHost, projectId, dataset, release].join('/')
  const cached = reads.get(key)
  if (cached && !fresh && Date.now() - cached.at < CACHE_MS) return cached.content
  const content = read(client, release)
  reads.set(key, { at: Date.now(), content })
  content.catch(() => reads.delete(key))
  return content
}

export const readContent = (client: SanityClient, options?: { fresh?: boolean }) =>
  contentFor(client, '', options)

/** Reads the context of the rules for a document or version. */
export async function readContext(client: SanityClient, documentId: string, options?: { fresh?: boolean }) {
  const [content, published] = await Promise.all([
    contentFor(client, documentId, options),
    raw(client).fetch<StoredDocument | null>('*[_id == $id][0]', { id: getPublishedId(documentId) }),
  ])
  return { content, published: published ?? undefined }
}

async function read(client: SanityClient, release: string | undefined): Promise<PublishedContent> {
  const perspective = release ? [release] : 'published'
  const [content, { textsInRelease, releases, texts }] = await Promise.all([
    client
      .withConfig({ perspective })
      .fetch<Omit<PublishedContent, 'textsInRelease' | 'scheduledTexts'>>(CONTENT_QUERY),
    raw(client).fetch<Releases>(RELEASES_QUERY, { release: release ?? '', earlierTypes: EARLIER_VERSIONS }),
  ])
  const scheduledTexts = texts.flatMap(({ _id, document }) => {
    const scheduled = releases.find(({ name }) => name === getVersionFromId(_id))
    return scheduled ? [{ document, release: scheduled.name, title: scheduled.title }] : []
  })
  // In perspective `raw` a version has its own id.
  const withPublishedId = (version: StoredDocument) => ({ ...version, _id: getPublishedId(version._id) })
  return { ...content, textsInRelease: textsInRelease.map(withPublishedId), scheduledTexts }
}

export const slugOf = (document: Record<string, unknown> | null | undefined): string | undefined => {
  const slug = (document?.slug as { current?: unknown } | null | undefined)?.current
  return typeof slug === 'string' && slug ? slug : undefined
}

/** Whether a stored document is the site's front page. An article may have the slug `home` as well. */
export const isFrontPage = (document: Record<string, unknown> | null | undefined): boolean =>
  document?._type === 'page' && slugOf(document) === 'home'

/** The path of a document on the site; undefined for one without an address. */
export function pathOf(document: { _type: string; slug?: string | null }): string | undefined {
  if (!document.slug) return undefined
  if (document._type === 'article') return `/resources/${document.slug}`
  return document.slug === 'home' ? '/' : `/${document.slug}`
}
