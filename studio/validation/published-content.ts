import { getPublishedId, getVersionFromId } from '@sanity/client/csm'
import type { SanityClient } from 'sanity'
import { figuresOf } from '#studio/validation/amounts.ts'
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

/** What the guards read of Settings; the rest is there as it is stored. */
export type SettingsFacts = {
  brand: string | null
  companyUrl: string | null
  email: string | null
  phone: string | null
  address: { street: string; city: string; region: string; postalCode: string; mapsUrl: string } | null
  [field: string]: unknown
}

/** Reads drafts and versions, too. */
export const raw = (client: SanityClient) => client.withConfig({ perspective: 'raw' })

/** What a guard has to know beside the document that it looks at: all of it published. */
export type Dataset = {
  plans: PlanFacts[]
  /** Everything that has an address of its own. */
  addresses: Address[]
  redirects: RedirectFacts[]
  /** What visitors know a document by. */
  names: { _id: string; _type: string; name: string }[]
  /** Ids of all published documents. */
  published: string[]
  /** Where the earlier texts of policies stand. */
  earlier: { slugs: (string | null)[]; address: string | null }[]
  settings: SettingsFacts | null
}

/** What a message calls a page or plan: its address or short name where it has no title. */
export const titleOf = ({ title, slug }: Pick<PlanFacts, 'title' | 'slug'>): string | null => title || slug

/** The field that holds what visitors know a document of a type by. */
export const NAME_FIELDS: Record<string, string> = {
  page: 'title',
  plan: 'title',
  faqItem: 'question',
  article: 'title',
  policy: 'title',
  partner: 'name',
}

/** What has an address of its own. */
export const ADDRESSED = ['page', 'policy', 'article']

const DATASET_QUERY = `{
  "plans": *[_type == "plan"]{
    _id, title, "slug": slug.current, price,
    "credit": select(kind == "bundle" => credit), "cap": select(kind != "bundle" => cap)
  },
  "addresses": *[_type in ${JSON.stringify(ADDRESSED)} && defined(slug.current)]{
    _id, _type, "slug": slug.current, title
  },
  "redirects": *[_type == "redirect" && defined(from)]{
    _id, from, to, "target": target._ref, "targetSlug": target->{ _type, "slug": slug.current }
  },
  "names": *[_type in ${JSON.stringify(Object.keys(NAME_FIELDS))}]{
    _id, _type, "name": coalesce(title, question, name)
  }[defined(name)],
  "published": *[!(_type match "sanity.*") && !(_type match "system.*")]._id,
  "earlier": *[_type == "policyVersion"]{ "slugs": ${keptSlugs}, address },
  "settings": *[_id == "siteSettings"][0]
}`

/** Every keystroke validates a document: one read serves those of this time. */
const KEEP_MS = 1_000
const kept = new Map<string, { at: number; answer: Promise<unknown> }>()

/** What is asked at most once a second; `fresh` asks anew. */
function asked<Answer>(key: string, fresh: boolean, ask: () => Promise<Answer>): Promise<Answer> {
  const now = Date.now()
  for (const [name, { at }] of kept) if (now - at >= KEEP_MS) kept.delete(name)
  const known = kept.get(key)
  if (known && !fresh) return known.answer as Promise<Answer>
  const answer = ask()
  kept.set(key, { at: now, answer })
  answer.catch(() => kept.delete(key))
  return answer
}

function placeOf(client: SanityClient): string {
  const { apiHost, projectId, dataset } = client.config()
  return `${apiHost}/${projectId}/${dataset}`
}

/** Reads what the guards have to know, at most once a second for each dataset; `fresh` asks anew. */
export const readDataset = (client: SanityClient, { fresh = false } = {}): Promise<Dataset> =>
  asked(placeOf(client), fresh, () =>
    client.withConfig({ perspective: 'published' }).fetch<Dataset>(DATASET_QUERY),
  )

const ALONG_QUERY = `*[sanity::partOfRelease($release)]{
  _id, _type, _system, slug, title, question, name, kind, price, credit, cap, from, to, target
}`

/**
 * Reads what is published once a document is: of a version in a release with what that publishes, or takes down, beside it,
 * at most once a second for each release; `fresh` asks anew about the release.
 */
export async function datasetWith(
  client: SanityClient,
  id: string,
  { fresh = false } = {},
): Promise<Dataset> {
  const release = getVersionFromId(id)
  if (!release) return readDataset(client)
  return asked(`${placeOf(client)}/${release}`, fresh, async () => {
    const [dataset, versions] = await Promise.all([
      readDataset(client),
      raw(client).fetch<Stored[]>(ALONG_QUERY, { release }),
    ])
    return datasetAfter(dataset, versions)
  })
}

export type Stored = { _id: string; _type: string; _system?: { delete?: boolean }; [field: string]: unknown }

/** What is published once these versions are: what links lead to, and whose name or address is taken, is what a release leaves there. */
export function datasetAfter(dataset: Dataset, versions: Stored[]): Dataset {
  if (versions.length === 0) return dataset
  const ids = new Set<string>(versions.map(({ _id }) => getPublishedId(_id)))
  const isOther = ({ _id }: { _id: string }) => !ids.has(_id)
  const put = versions
    .filter(({ _system }) => !_system?.delete)
    .map((version): Stored => ({ ...version, _id: getPublishedId(version._id) }))
  const addresses = [
    ...dataset.addresses.filter(isOther),
    ...put.flatMap((one): Address[] => {
      const slug = slugOf(one)
      if (!slug || !ADDRESSED.includes(one._type)) return []
      return [{ _id: one._id, _type: one._type, slug, title: String(one.title ?? '') }]
    }),
  ]
  const standing = new Map(addresses.map((one) => [one._id, one]))
  return {
    ...dataset,
    plans: [
      ...dataset.plans.filter(isOther),
      ...put
        .filter(({ _type }) => _type === 'plan')
        .map((plan) => ({
          _id: plan._id,
          title: String(plan.title ?? ''),
          slug: slugOf(plan) ?? null,
          ...figuresOf(plan),
        })),
    ],
    published: [...dataset.published.filter((_id) => isOther({ _id })), ...put.map(({ _id }) => _id)],
    addresses,
    redirects: [
      ...dataset.redirects.filter(isOther),
      ...put.filter(({ _type, from }) => _type === 'redirect' && from).map(redirectOf),
    ].map((one) => (one.target ? { ...one, targetSlug: standing.get(one.target) ?? null } : one)),
    names: [
      ...dataset.names.filter(isOther),
      ...put.flatMap(({ _id, _type, ...fields }) => {
        const name = fields[NAME_FIELDS[_type] ?? '']
        return name ? [{ _id, _type, name: String(name) }] : []
      }),
    ],
  }
}

const redirectOf = ({ _id, from, to, target }: Stored): RedirectFacts => ({
  _id,
  from: String(from),
  to: typeof to === 'string' ? to : null,
  target: (target as { _ref?: string } | undefined)?._ref ?? null,
  targetSlug: null,
})

/** The address of a document as it is stored. */
export const slugOf = (document: Record<string, unknown> | null | undefined): string | undefined =>
  (document?.slug as { current?: string } | undefined)?.current

/** Whether a document, as it is stored, is the site’s first page. An article may be at /resources/home. */
export const isFrontPage = (document: Record<string, unknown> | null | undefined): boolean =>
  document?._type === 'page' && slugOf(document) === 'home'

/** Where a document stands on the site; undefined for one without an address. */
export function pathOf(document: { _type: string; slug?: string | null }): string | undefined {
  if (!document.slug) return undefined
  if (document._type === 'article') return `/resources/${document.slug}`
  return document.slug === 'home' ? '/' : `/${document.slug}`
}
