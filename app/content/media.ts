import type { ImageAsset, Picture } from '#app/content/types.ts'

const SANITY_CDN = 'https://cdn.sanity.io'
/** Where the site relays pictures of a lake that answers this machine only (app/server/media.ts). */
const MEDIA_PATH = '/media'

/**
 * Of a picture that looks the same with half of its bytes: behind dark glass, or a page's first on a phone's dense
 * screen. The only one that the site asks for.
 */
export const LIGHT_QUALITY = 34

type Size = {
  /** CSS pixels times density. */
  width: number
  /** Crops around the hotspot; without it the picture keeps its own proportions. */
  height?: number
  /** 0 to 100; the image service's own without. */
  quality?: number
}

/** The name that an editor gave the file, fit for an address: `hero-bg-1.jpg`. */
const vanityName = (asset: ImageAsset): string | undefined =>
  asset.originalFilename?.toLowerCase().replace(/[^a-z0-9.]+/g, '-') || undefined

type Cropped = Pick<Picture, 'asset'> & Partial<Pick<Picture, 'crop' | 'hotspot'>>

/** Of pictures as content holds them: while nothing is published, a page made anew asks for the same ones. */
const known = new WeakMap<Cropped, Map<string, string | undefined>>()

/**
 * The address of a picture in a size, as `@sanity/image-url` builds it: in the best format that the browser takes (`auto=format`), cropped as the editor set crop and hotspot.
 * Undefined for a picture whose file is missing. Parameters: Sanity, "Image transformations".
 */
export function pictureUrl(picture: Cropped, size: Size): string | undefined {
  const urls = known.get(picture) ?? new Map<string, string | undefined>()
  known.set(picture, urls)
  const key = `${size.width}x${size.height} ${size.quality}`
  if (!urls.has(key)) urls.set(key, builtUrl(picture, size))
  return urls.get(key)
}

function builtUrl({ asset, crop, hotspot }: Cropped, { width, height, quality }: Size): string | undefined {
  const file = fileUrl(asset)
  const size = /-(\d+)x(\d+)-\w+$/.exec(asset?._id ?? '')
  if (!asset || !file || !size) return undefined
  const whole = [0, 0, Number(size[1]), Number(size[2])] as Rectangle
  const [wide, high] = [Math.round(width), height && Math.round(height)]
  const left = cropped(whole, crop)
  const part = high ? aroundHotspot(left, whole, wide / high, hotspot) : left
  const name = vanityName(asset)
  const asked = [
    // Many a link checker cuts a `srcset` at each comma: of `rect=0,10,20,30` it would ask for `10`, and call it dead.
    `${part}` !== `${whole}` && `rect=${part.join('%2C')}`,
    `w=${wide}`,
    high && `h=${high}`,
    quality && `q=${quality}`,
    high && 'fit=crop',
    'auto=format',
  ]
  return `${file}${name ? `/${name}` : ''}?${asked.filter(Boolean).join('&')}`
}

/** Left, top, width and height of a part of a picture, in its own pixels. */
type Rectangle = [number, number, number, number]

function cropped([, , width, height]: Rectangle, crop: Cropped['crop']): Rectangle {
  const left = Math.round((crop?.left ?? 0) * width)
  const top = Math.round((crop?.top ?? 0) * height)
  const right = width - (crop?.right ?? 0) * width
  const bottom = height - (crop?.bottom ?? 0) * height
  return [left, top, Math.round(right - left), Math.round(bottom - top)]
}

/** Of what the crop leaves, the largest part of these proportions (width by height) with the hotspot in its middle, as near as it comes. */
function aroundHotspot(
  [left, top, width, height]: Rectangle,
  [, , wholeWidth, wholeHeight]: Rectangle,
  proportions: number,
  hotspot: Cropped['hotspot'],
): Rectangle {
  const start = (from: number, room: number, part: number, middle: number) =>
    Math.max(from, Math.min(Math.round(Math.round(middle) - part / 2), from + room - part))
  if (width / height > proportions) {
    const part = Math.round(height * proportions)
    return [start(left, width, part, (hotspot?.x ?? 0.5) * wholeWidth), top, part, height]
  }
  const part = Math.round(width / proportions)
  return [left, start(top, height, part, (hotspot?.y ?? 0.5) * wholeHeight), width, part]
}

/** The address of the file as it was uploaded (logos and other SVG): `<base>/images/<project>/<dataset>/<file>`, as Sanity's image CDN has it. */
export function fileUrl(asset: ImageAsset | null | undefined): string | undefined {
  const [, host, path] = /^(https?:\/\/[^/]+)(\/images\/[^/]+\/[^/]+\/[^/?]+)/.exec(asset?.url ?? '') ?? []
  return path && `${host === SANITY_CDN ? SANITY_CDN : MEDIA_PATH}${path}`
}
