import { getPublishedId } from '@sanity/client/csm'
import type { CustomValidator, Rule, Slug, SlugValidationContext, StringRule } from 'sanity'
import { raw } from '#studio/guards/dataset.ts'
import { type Block, blockText } from '#studio/guards/walk.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'

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

/** Pages and policies share the top level of the site: one address, one document. */
export async function isFreeAddress(slug: string, context: SlugValidationContext): Promise<boolean> {
  const id = context.document ? getPublishedId(context.document._id) : ''
  return raw(context.getClient({ apiVersion: API_VERSION })).fetch<boolean>(
    `!defined(*[_type in ["page", "policy"] && slug.current == $slug && !(_id in [$id, "drafts." + $id]) && !(_id in path("versions.**." + $id))][0]._id)`,
    { slug, id },
    { tag: 'validation.address-is-free' },
  )
}

/** Lower case words joined by hyphens: what an address can carry without escapes. */
export const isSlug: CustomValidator<Slug | undefined> = (slug) =>
  !slug?.current ||
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug.current) ||
  'Use lower case letters and digits, with hyphens between words.'

/** A slug at the top level of the site, and none that the site keeps for itself. */
export const isAddress: CustomValidator<Slug | undefined> = (slug, context) =>
  RESERVED_SLUGS.includes(slug?.current ?? '')
    ? `“${slug?.current}” is used by the site itself. Choose another address.`
    : isSlug(slug, context)

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
      `This picture has ${width} pixels from left to right${width < Number(whole) ? ' where it is cropped' : ''}: it looks blurred where it is shown large. Take one with ${pixels} or more.`
    )
  }

/** Of a picture on shared links. */
export const noDrawing: CustomValidator<CroppedPicture | undefined> = (picture) =>
  !picture?.asset?._ref?.endsWith('-svg') ||
  'Networks show no drawings (SVG): whoever shares the page shares it without a picture. Take a PNG or JPEG.'
