import type { CustomValidator, Rule, StringRule } from 'sanity'
import { RESERVED_SLUGS } from '#studio/validation/reserved-slugs.ts'
import { type Block, blockText } from '#studio/validation/walk.ts'

/** In dollars. The site shows no higher price (app/content/projections.ts). */
export const MAX_PRICE = 100_000

/** Returns the problem of a slug, or undefined. */
export function addressProblem(type: string, slug: string): string | undefined {
  if (['page', 'policy'].includes(type) && RESERVED_SLUGS.includes(slug))
    return `“${slug}” is used by the site itself. Choose another address.`
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)
    ? undefined
    : 'Use lower-case letters and digits, with hyphens between words.'
}

/** Whether a text has more than spaces and invisible characters. */
const hasVisibleText = (text: string): boolean => /[^\p{Z}\p{C}]/u.test(text)

/** Requires visible text in a string. */
export const requiresLine = (rule: StringRule): StringRule =>
  rule.required().custom((line) => line === undefined || hasVisibleText(line) || 'Required')

/** Requires visible text in Portable Text, because an emptied text still has paragraphs. */
export const requiresText = (rule: Rule) => rule.required().custom(hasText)

const hasText: CustomValidator<unknown[] | undefined> = (blocks) =>
  !blocks?.length || blocks.some((block) => hasVisibleText(blockText(block as Block))) || 'Required'

type CroppedPicture = { asset?: { _ref?: string }; crop?: { left?: number; right?: number } }

/** Requires a width in pixels after cropping. The asset's id has the size; an SVG has none. */
export const atLeastWide =
  (pixels: number): CustomValidator<CroppedPicture | undefined> =>
  (picture) => {
    const fullWidth = /-(\d+)x\d+-(?!svg$)/.exec(picture?.asset?._ref ?? '')?.[1]
    const { left = 0, right = 0 } = picture?.crop ?? {}
    const width = Math.round(Number(fullWidth) * (1 - left - right))
    return (
      !fullWidth ||
      width >= pixels ||
      `This image is ${width} pixels wide${width < Number(fullWidth) ? ' after cropping' : ''} and will look blurred. Use one that is at least ${pixels} pixels wide.`
    )
  }

/** Rejects SVG for the image on shared links. */
export const notSvg: CustomValidator<CroppedPicture | undefined> = (picture) =>
  !picture?.asset?._ref?.endsWith('-svg') || 'Social networks don’t show SVG images. Use a PNG or JPEG.'
