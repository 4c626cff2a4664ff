import type { Picture } from '#app/content/types.ts'

/** The pictures in a document's content, in their order on the page; drawings (SVG), which logos are, left out. */
export function picturesOf(value: unknown): Picture[] {
  if (Array.isArray(value)) return value.flatMap(picturesOf)
  if (typeof value !== 'object' || value === null) return []
  if ('asset' in value) return isPicture(value) ? [value] : []
  return Object.entries(value).flatMap(([name, part]) => (name === 'seo' ? [] : picturesOf(part)))
}

function isPicture(value: object): value is Picture {
  const { asset } = value as Picture
  return Boolean(asset?.url) && asset?.extension !== 'svg'
}
