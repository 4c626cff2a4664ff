import { getPublishedId, getVersionFromId } from '@sanity/client/csm'
import type { SanityClient } from 'sanity'
import { KEPT_VERSIONS } from '#studio/schema/document-kinds.ts'
import { figuresOf } from '#studio/validation/amounts.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'
import { keptSlugs } from '../../app/content/kept-slugs.ts'

export type PlanFacts = {
  _id: string
  title: string | null
  slug: string | null
  price: number | null
  credit: number | null
  cap: number | null
}
export type Address = { _id: string; _type: string; slug: string; title: string | null }
export type RedirectFacts = {
  _id: string
  from: string
  to: string | null
  target?: string | null
  targetSlug: { _type: string; slug: string | null } | null
}

/** The fields of Settings that rules read; the others are there as they are stored. */
export type SettingsFacts = {
  brand: string | null
  companyUrl: string | null
  email: string | null
  phone: string | null
  address: { street: string; city: string; region: string; postalCode: string; mapsUrl: string } | null
  [field: string]: unknown
}

/** What rules know beside the document that they check. */
export type PublishedContent = {
  plans: PlanFacts[]
  /** The documents that quote a plan in a text, by the id of the plan. */
  quotes: { plan: string; texts: { _id: string; _type: string; name: string | null }[] }[]
  /** Every document that has an address of its own. */
  addresses: Address[]
  redirects: RedirectFacts[]
  /** Ids of all published documents. */
  published: string[]
  /** The addresses of earlier policy texts. */
  earlier: { slugs: (string | null)[]; address: string | null }[]
  settings: SettingsFacts | null
  /** The earlier texts (`policyVersion`, `consentVersion`) that are published with the release of the document. */
  kept: StoredDocument[]
  /** Scheduled releases that keep an earlier text, with the id of the document that they change. */
  scheduledTexts: { document: string; release: string; title: string | null }[]
}

/** Reads drafts and versions, too. */
export const raw = (client: SanityClient) => client.withConfig({ perspective: 'raw' })

/** What a message calls a page or plan: its address or short name where it has no title. */
export const titleOf = ({ title, slug }: Pick<PlanFacts, 'title' | 'slug'>): string | null => title || slug

/** Document types that have an address of their own. */
export const ADDRESSED = ['page', 'policy', 'article']

const CONTENT_QUERY = `{
  "plans": *[_type == "plan"]{
    _id, title, "slug": slug.current, price,
    "credit": select(kind == "bundle" => credit), "cap": select(kind != "bundle" => cap)
  },
  "quotes": *[_type == "plan"]{
    "plan": _id, "texts": *[references(^._id)]{ _id, _type, "name": coalesce(title, question) }
  },
  "addresses": *[_type in ${JSON.stringify(ADDRESSED)} && defined(slug.current)]{
    _id, _type, "slug": slug.current, title
  },
  "redirects": *[_type == "redirect" && defined(from)]{
    _id, from, to, "target": target._ref, "targetSlug": target->{ _type, "slug": slug.current }
  },
  "published": *[!(_type match "sanity.*") && !(_type match "system.*")]._id,
  "earlier": *[_type == "policyVersion"]{ "slugs": ${keptSlugs}, address },
  "settings": *[_id == "siteSettings"][0],
  "kept": []
}`

const SCHEDULED_QUERY = `{
  "releases": *[_type == "system.release" && state in ["scheduled", "scheduling"]]{ name, "title": metadata.title },
  "texts": *[_type in ${JSON.stringify(KEPT_VERSIONS)} && _id in path("versions.**")]{
    _id, "document": coalesce(policy._ref, "siteSettings")
  }
}`
type Scheduled = {
  releases: { name: string; title: string | null }[]
  texts: { _id: string; document: string }[]
}

/** Every keystroke validates a document: one read serves all validations of this time. */
export const KEEP_MS = 1_000
const reads = new Map<string, { at: number; answer: Promise<unknown> }>()

function readOnce<Answer>(key: string, fresh: boolean, read: () => Promise<Answer>): Promise<Answer> {
  const now = Date.now()
  for (const [name, { at }] of reads) if (now - at >= KEEP_MS) reads.delete(name)
  const known = reads.get(key)
  if (known && !fresh) return known.answer as Promise<Answer>
  const answer = read()
  reads.set(key, { at: now, answer })
  answer.catch(() => reads.delete(key))
  return answer
}

function datasetOf(client: SanityClient): string {
  const { apiHost, projectId, dataset } = client.config()
  return `${apiHost}/${projectId}/${dataset}`
}

/** Reads what rules have to know, at most once a second for each dataset; `fresh` reads again. */
export const readContent = (client: SanityClient, { fresh = false } = {}): Promise<PublishedContent> =>
  readOnce(datasetOf(client), fresh, async () => {
    const [content, { releases, texts }] = await Promise.all([
      client
        .withConfig({ perspective: 'published' })
        .fetch<Omit<PublishedContent, 'scheduledTexts'>>(CONTENT_QUERY),
      raw(client).fetch<Scheduled>(SCHEDULED_QUERY),
    ])
    const scheduledTexts = texts.flatMap(({ _id, document }) => {
      const release = releases.find(({ name }) => name === getVersionFromId(_id))
      return release ? [{ document, release: release.name, title: release.title }] : []
    })
    return { ...content, scheduledTexts }
  })

/**
 * Reads the content as it is once a document is published: for a version in a release, with everything that the release
 * publishes or unpublishes. At most once a second for each release; `fresh` reads again.
 */
export async function contentFor(
  client: SanityClient,
  id: string,
  { fresh = false } = {},
): Promise<PublishedContent> {
  const release = getVersionFromId(id)
  if (!release) return readContent(client, { fresh })
  return readOnce(`${datasetOf(client)}/${release}`, fresh, async () => {
    const [content, versions] = await Promise.all([
      readContent(client, { fresh }),
      raw(client).fetch<Version[]>('*[sanity::partOfRelease($release)]', { release }),
    ])
    return contentAfter(content, versions)
  })
}

/** What a release holds of a document: its new state, or its removal. */
export type Version = StoredDocument & { _system?: { delete?: boolean } }

/** The content once these versions are published. */
export function contentAfter(content: PublishedContent, versions: Version[]): PublishedContent {
  if (versions.length === 0) return content
  const ids = new Set<string>(versions.map(({ _id }) => getPublishedId(_id)))
  const isOther = ({ _id }: { _id: string }) => !ids.has(_id)
  const put = versions
    .filter(({ _system }) => !_system?.delete)
    .map((version): StoredDocument => ({ ...version, _id: getPublishedId(version._id) }))
  const addresses = [
    ...content.addresses.filter(isOther),
    ...put.flatMap((one): Address[] => {
      const slug = slugOf(one)
      if (!slug || !ADDRESSED.includes(one._type)) return []
      return [{ _id: one._id, _type: one._type, slug, title: String(one.title ?? '') }]
    }),
  ]
  const addressOf = new Map(addresses.map((one) => [one._id, one]))
  return {
    ...content,
    plans: [
      ...content.plans.filter(isOther),
      ...put
        .filter(({ _type }) => _type === 'plan')
        .map((plan) => ({
          _id: plan._id,
          title: String(plan.title ?? ''),
          slug: slugOf(plan) ?? null,
          ...figuresOf(plan),
        })),
    ],
    published: [...content.published.filter((_id) => isOther({ _id })), ...put.map(({ _id }) => _id)],
    addresses,
    redirects: [
      ...content.redirects.filter(isOther),
      ...put.filter(({ _type, from }) => _type === 'redirect' && from).map(redirectOf),
    ].map((one) => (one.target ? { ...one, targetSlug: addressOf.get(one.target) ?? null } : one)),
    settings: (put.find(({ _id }) => _id === 'siteSettings') ?? content.settings) as SettingsFacts | null,
    kept: put.filter(({ _type }) => KEPT_VERSIONS.includes(_type)),
  }
}

const redirectOf = ({ _id, from, to, target }: StoredDocument): RedirectFacts => ({
  _id,
  from: String(from),
  to: typeof to === 'string' ? to : null,
  target: (target as { _ref?: string } | undefined)?._ref ?? null,
  targetSlug: null,
})

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
