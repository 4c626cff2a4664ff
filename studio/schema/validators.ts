import type { CustomValidator, Rule, StringRule } from 'sanity'
import { RESERVED_SLUGS } from '#studio/validation/reserved-slugs.ts'
import { type Block, blockText } from '#studio/validation/walk.ts'

/** In dollars. Visitors see no price above it (app/content/projections.ts). */
export const MOST_PRICE = 100_000

/** What is wrong with an address or short name of this type of document; undefined where nothing is. */
export function addressProblem(type: string, slug: string): string | undefined {
  if (['page', 'policy'].includes(type) && RESERVED_SLUGS.includes(slug))
    return `“${slug}” is used by the site itself. Choose another address.`
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)
    ? undefined
    : 'Use lower-case letters and digits, with hyphens between words.'
}

/** Whether a text holds more than spaces and invisible characters, which some pastes bring along. */
const saysSomething = (text: string): boolean => /[^\p{Z}\p{C}]/u.test(text)

/** A line that must be filled in. */
export const needsLine = (rule: StringRule): StringRule =>
  rule.required().custom((line) => line === undefined || saysSomething(line) || 'Required')

/** A text that must be filled in. An emptied text still has its paragraphs. */
export const needsWords = (rule: Rule) => rule.required().custom(hasWords)

const hasWords: CustomValidator<unknown[] | undefined> = (blocks) =>
  !blocks?.length || blocks.some((block) => saysSomething(blockText(block as Block))) || 'Required'

type CroppedPicture = { asset?: { _ref?: string }; crop?: { left?: number; right?: number } }

/** For a picture that is shown large. Its id names the pixels; an SVG has any number. */
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

/** For a picture on shared links. */
export const noDrawing: CustomValidator<CroppedPicture | undefined> = (picture) =>
  !picture?.asset?._ref?.endsWith('-svg') || 'Social networks don’t show SVG images. Use a PNG or JPEG.'
