import type { Picture } from '#app/content/types.ts'

/** The images of a document in page order, without SVG files such as logos. */
export function imagesOf(value: unknown): Picture[] {
  if (Array.isArray(value)) return value.flatMap(imagesOf)
  if (typeof value !== 'object' || value === null) return []
  if ('asset' in value) return isPhoto(value) ? [value] : []
  return Object.entries(value).flatMap(([name, part]) => (name === 'seo' ? [] : imagesOf(part)))
}

function isPhoto(value: object): value is Picture {
  const { asset } = value as Picture
  return Boolean(asset?.url) && asset?.extension !== 'svg'
}
