import { getPublishedId, getVersionFromId, isPublishedId } from '@sanity/client/csm'
import type { CustomValidator, Rule, Slug, SlugIsUniqueValidator, StringRule } from 'sanity'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { raw } from '#studio/validation/published-content.ts'
import { type Block, blockText } from '#studio/validation/walk.ts'

/** Addresses that the site itself answers; a page or policy may not take one of them. */
export const RESERVED_SLUGS = [
  'api',
  'preview',
  'checkout',
  'consent-wording',
  'page',
  'reviews',
  'chat',
  'test-payments',
  'healthz',
  'readyz',
  'metrics',
  'media',
  'assets',
  'webhooks',
  'styleguide',
  'search',
  'share',
  'vitals',
  'xsrf',
  'policy-reports',
  'feed.xml',
  'sitemap.xml',
  'robots.txt',
  'site.webmanifest',
]

const WANTING_QUERY = `{
  "own": *[_id == $id][0].slug.current,
  "wanting": *[
    _type in $types && slug.current == $slug && !(_system.delete == true)
      && !(_id in [$id, "drafts." + $id]) && !(_id in path("versions.**." + $id))
  ]._id
}`

/**
 * One address (or short name), one document of these types. Who stands there keeps it, whatever drafts and releases of others
 * want. What goes out, or is taken down, with a document in a release is looked at once that goes out, as the release leaves it
 * (studio/guards/releases): its forms are not checked anew when another of its documents changes.
 */
export const isFreeAmong =
  (...types: string[]): SlugIsUniqueValidator =>
  async (slug, { document, getClient }) => {
    const client = raw(getClient({ apiVersion: API_VERSION }))
    const [id, release] = document ? [getPublishedId(document._id), getVersionFromId(document._id)] : ['']
    const ask = <Answer>(query: string, params: Record<string, unknown>) =>
      client.fetch<Answer>(query, params, { tag: 'validation.address-is-free' })
    type Wanting = { own: string | null; wanting: string[] }
    const { own, wanting } = await ask<Wanting>(WANTING_QUERY, { types, slug, id })
    const others = own === slug ? wanting.filter(isPublishedId) : wanting
    if (others.length === 0 || !release) return others.length === 0
    const ids = others.map((_id) => `versions.${release}.${getPublishedId(_id)}`)
    const along = await ask<string[]>('*[_id in $ids]._id', { ids })
    return ids.every((_id) => along.includes(_id))
  }

/** What a plan may cost, in dollars: more is a mistake, and to visitors no price (app/content/projections.ts). */
export const MOST_PRICE = 100_000

const slugProblem = (slug: string): string | undefined =>
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)
    ? undefined
    : 'Use lower case letters and digits, with hyphens between words.'

/** What is wrong with an address of this type of document by itself; undefined where nothing is. */
export const addressProblem = (type: string, slug: string): string | undefined =>
  type !== 'article' && RESERVED_SLUGS.includes(slug)
    ? `“${slug}” is used by the site itself. Choose another address.`
    : slugProblem(slug)

/** Lower case words joined by hyphens: what an address can carry without escapes. */
export const isSlug: CustomValidator<Slug | undefined> = (slug) =>
  (slug?.current && slugProblem(slug.current)) || true

/** A slug at the top level of the site, and none that the site keeps for itself. */
export const isAddress: CustomValidator<Slug | undefined> = (slug) =>
  (slug?.current && addressProblem('page', slug.current)) || true

/** Spaces, and characters without a form of their own (some come with what is pasted), say nothing. */
export const saysSomething = (text: string): boolean => /[^\p{Z}\p{C}]/u.test(text)

/** Required of a line. */
export const needsLine = (rule: StringRule): StringRule =>
  rule.required().custom((line) => line === undefined || saysSomething(line) || 'Required')

/** Required of a text: one that was emptied still has its paragraphs, and says nothing. */
export const needsWords = (rule: Rule) => rule.required().custom(hasWords)

const hasWords: CustomValidator<unknown[] | undefined> = (blocks) =>
  !blocks?.length || blocks.some((block) => saysSomething(blockText(block as Block))) || 'Required'

type CroppedPicture = { asset?: { _ref?: string }; crop?: { left?: number; right?: number } }

/** Of a picture that is shown large: one with fewer pixels is blurred. Its id names them; a drawing has any number. */
export const atLeastWide =
  (pixels: number): CustomValidator<CroppedPicture | undefined> =>
  (picture) => {
    const whole = /-(\d+)x\d+-(?!svg$)/.exec(picture?.asset?._ref ?? '')?.[1]
    const { left = 0, right = 0 } = picture?.crop ?? {}
    const width = Math.round(Number(whole) * (1 - left - right))
    return (
      !whole ||
      width >= pixels ||
      `This image is ${width} pixels wide${width < Number(whole) ? ' after cropping' : ''} and will look blurred. Use one that is at least ${pixels} pixels wide.`
    )
  }

/** Of a picture on shared links. */
export const noDrawing: CustomValidator<CroppedPicture | undefined> = (picture) =>
  !picture?.asset?._ref?.endsWith('-svg') || 'Social networks don’t show SVG images. Use a PNG or JPEG.'
