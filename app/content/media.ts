import { createImageUrlBuilder } from '@sanity/image-url'
import type { ImageAsset, Picture } from '#app/content/types.ts'

export const SANITY_CDN = 'https://cdn.sanity.io'
/** The site serves images of a local lake below this path (app/server/media). */
const MEDIA_PATH = '/media'

/** For images behind dark glass and on dense phone screens, where low quality is not visible. */
export const LIGHT_QUALITY = 33

/** Widths in px that a srcset offers. */
export const SRCSET_WIDTHS = [360, 640, 800, 1100, 1500, 2000, 2600]
/** Widths in px that the site serves, ascending. 1200 is for shared links (app/seo/meta.ts). */
export const IMAGE_WIDTHS = [...SRCSET_WIDTHS, 1200].sort((a, b) => a - b)

type Size = {
  /** CSS pixels times density. */
  width: number
  /** Crops around the hotspot. */
  height?: number
  /** 0 to 100 */
  quality?: number
}

/** Parses an asset's URL: `<base>/images/<project>/<dataset>/<file>`. */
function parseAssetUrl(url: string): { baseUrl: string; projectId: string; dataset: string } | undefined {
  const parts = /^(https?:\/\/[^/]+)\/images\/([^/]+)\/([^/]+)\/[^/?]+/.exec(url)
  if (!parts) return undefined
  const [, host, projectId, dataset] = parts as unknown as [string, string, string, string]
  return { baseUrl: host === SANITY_CDN ? SANITY_CDN : MEDIA_PATH, projectId, dataset }
}

/** The file name in a form that is safe in a URL: `hero-bg-1.jpg`. */
const vanityName = (asset: ImageAsset): string | undefined =>
  asset.originalFilename?.toLowerCase().replace(/[^a-z0-9.]+/g, '-') || undefined

type Cropped = Pick<Picture, 'asset'> & Partial<Pick<Picture, 'crop' | 'hotspot'>>

/**
 * The URL of an image in a size, with the editor's crop and hotspot. `auto=format` picks the best format for the browser.
 * Undefined for an image without a file. Parameters: Sanity, "Image transformations".
 */
export function pictureUrl(picture: Cropped, { width, height, quality }: Size): string | undefined {
  const { asset } = picture
  const from = asset?.url ? parseAssetUrl(asset.url) : undefined
  if (!asset || !from) return undefined
  let builder = createImageUrlBuilder(from)
    .image({ asset: { _ref: asset._id }, crop: picture.crop, hotspot: picture.hotspot } as never)
    .width(Math.round(width))
    .auto('format')
  if (height) builder = builder.height(Math.round(height)).fit('crop')
  if (quality) builder = builder.quality(quality)
  const name = vanityName(asset)
  if (name) builder = builder.vanityName(name)
  // Link checkers split a `srcset` at each comma, also within `rect=0,10,20,30`.
  return builder.url().replaceAll(',', '%2C')
}

/** The URL of an uploaded file: logos and other SVG files. */
export function fileUrl(asset: ImageAsset | null | undefined): string | undefined {
  const from = asset?.url ? parseAssetUrl(asset.url) : undefined
  if (!asset?.url || !from) return undefined
  return from.baseUrl === SANITY_CDN ? asset.url : `${MEDIA_PATH}${new URL(asset.url).pathname}`
}
