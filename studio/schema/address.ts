import slugify from '@sindresorhus/slugify'
import { defineField } from 'sanity'
import { withoutInvisible } from '#studio/schema/objects/invisible-characters.ts'
import { addressProblem } from '#studio/schema/validators.ts'
import { textOf } from '#studio/validation/text-of.ts'

/** Defines a slug field. Its button Generate works for any title, or says that the title is missing. */
export const slugField = (
  type: string,
  maxLength: number,
  description: string,
  more: { title?: string; group?: string } = {},
) =>
  defineField({
    name: 'slug',
    title: 'Address',
    type: 'slug',
    description,
    ...more,
    options: {
      source: ({ title }) => {
        const text = textOf(title)
        if (!text) throw new Error('Type a title first.')
        return text
      },
      maxLength,
      // Drafts may share a slug; validation/rules/duplicate-slug.ts rejects a published one.
      isUnique: () => true,
      slugify: (title) => slugOf(type, title, maxLength),
    },
    validation: (rule) =>
      rule.required().custom((slug) => (slug?.current && addressProblem(type, slug.current)) || true),
  })

/** Returns the slug of a title. A title that cannot be transliterated gets a hash, such as `page-1x8k2f`. */
export function slugOf(type: string, title: string, maxLength: number): string {
  const full = slugify(withoutInvisible(title), { decamelize: false })
  const slug = full.length > maxLength ? shorten(full, maxLength) : full
  if (!/^[a-z0-9-]+$/.test(slug)) return `${type.toLowerCase()}-${hashOf(title)}`
  return addressProblem(type, slug) ? `${slug}-${type.toLowerCase()}` : slug
}

const shorten = (slug: string, maxLength: number): string =>
  slug
    .slice(0, maxLength + 1)
    .replace(/-[^-]*$/, '')
    .slice(0, maxLength)

/** Six letters and digits (FNV-1a, 32 bits). */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(36).padStart(6, '0').slice(-6)
}
