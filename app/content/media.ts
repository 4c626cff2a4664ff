import { createImageUrlBuilder } from '@sanity/image-url'
import type { ImageAsset, Picture } from '#app/content/types.ts'

/** Serves the images of Sanity's hosted lake. */
export const SANITY_CDN = 'https://cdn.sanity.io'
/** The site relays images of a local lake, which answers this machine only, below this path (app/server/media). */
const MEDIA_PATH = '/media'

/**
 * Of a picture that looks the same with half of its bytes: behind dark glass, or a page's first on a phone's dense
 * screen. The only one that the site asks for.
 */
export const LIGHT_QUALITY = 33

/** Widths in px that a srcset offers. */
export const SRCSET_WIDTHS = [360, 640, 800, 1100, 1500, 2000, 2600]
/** Widths in px that the site relays (app/server/media), in ascending order: 1200 is for shared links (app/seo/meta.ts). */
export const IMAGE_WIDTHS = [...SRCSET_WIDTHS, 1200].sort((a, b) => a - b)

type Size = {
  /** CSS pixels times density. */
  width: number
  /** Crops around the hotspot; without it the picture keeps its own proportions. */
  height?: number
  /** 0 to 100; the image service's own without. */
  quality?: number
}

/** Takes an asset's address apart: `<base>/images/<project>/<dataset>/<file>`, as Sanity's image CDN has it. */
function origin(url: string): { baseUrl: string; projectId: string; dataset: string } | undefined {
  const parts = /^(https?:\/\/[^/]+)\/images\/([^/]+)\/([^/]+)\/[^/?]+/.exec(url)
  if (!parts) return undefined
  const [, host, projectId, dataset] = parts as unknown as [string, string, string, string]
  return { baseUrl: host === SANITY_CDN ? SANITY_CDN : MEDIA_PATH, projectId, dataset }
}

/** The name that an editor gave the file, fit for an address: `hero-bg-1.jpg`. */
const vanityName = (asset: ImageAsset): string | undefined =>
  asset.originalFilename?.toLowerCase().replace(/[^a-z0-9.]+/g, '-') || undefined

type Cropped = Pick<Picture, 'asset'> & Partial<Pick<Picture, 'crop' | 'hotspot'>>

/** Of pictures as content holds them: while nothing is published, a page made anew asks for the same ones. */
const known = new WeakMap<Cropped, Map<string, string | undefined>>()

/**
 * The address of a picture in a size, in the best format that the browser takes (`auto=format`), cropped as the editor set crop and hotspot.
 * Undefined for a picture whose file is missing. Parameters: Sanity, "Image transformations".
 */
export function pictureUrl(picture: Cropped, size: Size): string | undefined {
  const urls = known.get(picture) ?? new Map<string, string | undefined>()
  known.set(picture, urls)
  const key = `${size.width}x${size.height} ${size.quality}`
  if (!urls.has(key)) urls.set(key, builtUrl(picture, size))
  return urls.get(key)
}

function builtUrl(picture: Cropped, { width, height, quality }: Size): string | undefined {
  const { asset } = picture
  const from = asset?.url ? origin(asset.url) : undefined
  if (!asset || !from) return undefined
  let builder = createImageUrlBuilder(from)
    .image({ asset: { _ref: asset._id }, crop: picture.crop, hotspot: picture.hotspot } as never)
    .width(Math.round(width))
    .auto('format')
  if (height) builder = builder.height(Math.round(height)).fit('crop')
  if (quality) builder = builder.quality(quality)
  const name = vanityName(asset)
  if (name) builder = builder.vanityName(name)
  // Many a link checker cuts a `srcset` at each comma: of `rect=0,10,20,30` it would ask for `10`, and call it dead.
  return builder.url().replaceAll(',', '%2C')
}

/** The address of the file as it was uploaded: logos and other SVG. */
export function fileUrl(asset: ImageAsset | null | undefined): string | undefined {
  const from = asset?.url ? origin(asset.url) : undefined
  if (!asset?.url || !from) return undefined
  return from.baseUrl === SANITY_CDN ? asset.url : `${MEDIA_PATH}${new URL(asset.url).pathname}`
}
