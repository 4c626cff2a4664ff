import { preload } from 'react-dom'
import { useEditAttribute } from '#app/content/click-to-edit.tsx'
import { fileUrl, LIGHT_QUALITY, pictureUrl, SRCSET_WIDTHS } from '#app/content/media.ts'
import type { Picture as PictureContent } from '#app/content/types.ts'

/** Widths (px) for phones in portrait orientation. */
const PHONE_WIDTHS = { min: 640, max: 1100 }
const PORTRAIT = '(orientation: portrait)'
const PHONE = `(max-width: 40em) and ${PORTRAIT}`

type Shape = {
  /** Width by height. Crops around the hotspot. The default is the image's own ratio. */
  ratio?: number
  /** The `sizes` attribute. */
  sizes: string
}
type Props = Shape & {
  picture: Omit<PictureContent, '_key'> | null | undefined
  /** Another shape for portrait screens, in lower quality. */
  portrait?: Shape
  /** Loads the page's main image first. Phones get a lower quality, which fits into 10 TCP segments (RFC 6928). */
  priority?: boolean
  /** The field of the image, for editors in a preview. */
  field?: string
  className?: string
}

/** An image of the content in several widths. Renders nothing without its file. */
export function Picture({ picture, ratio, sizes, portrait, priority, field = 'picture', className }: Props) {
  const edit = useEditAttribute()
  const asset = picture?.asset
  if (!picture || !asset) return null
  const loading = priority ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const }

  const common = { ...edit(field), ...loading, className, alt: picture.alt ?? '', decoding: 'async' as const }

  if (asset.extension === 'svg') {
    const { width, height } = asset
    const size = width && height ? { width: Math.round(width), height: Math.round(height) } : {}
    // biome-ignore lint/a11y/useAltText: in `common`
    return <img {...common} {...size} src={fileUrl(asset)} />
  }

  const natural = naturalSize(picture)
  const widthsOf = (shape: number | undefined) => {
    const widest = Math.min(
      natural?.width ?? 1600,
      shape && natural ? natural.height * shape : Number.POSITIVE_INFINITY,
    )
    return [
      ...SRCSET_WIDTHS.filter((width) => width < widest * 0.95),
      Math.min(Math.round(widest), SRCSET_WIDTHS.at(-1)!),
    ]
  }
  const url = (width: number, shape: number | undefined, quality?: number) =>
    pictureUrl(picture, { width, height: shape && width / shape, quality })
  const srcSet = (widths: number[], shape: number | undefined, quality?: number) =>
    widths.map((width) => `${url(width, shape, quality)} ${width}w`).join(', ')

  const widths = widthsOf(ratio)
  const fallback = widths.findLast((width) => width <= 1100) ?? widths[0]
  const src = fallback && url(fallback, ratio)
  if (!src) return null
  const shape = ratio ?? (natural && natural.width / natural.height)
  const image = (
    // biome-ignore lint/a11y/useAltText: in `common`
    <img
      {...common}
      sizes={sizes}
      srcSet={srcSet(widths, ratio)}
      src={src}
      width={fallback}
      height={shape && Math.round(fallback / shape)}
    />
  )
  const phone = portrait ?? (priority ? { ratio, sizes } : undefined)
  if (!phone) return image
  const media = portrait ? PORTRAIT : PHONE
  const imageSrcSet = srcSet(phoneWidths(widthsOf(phone.ratio)), phone.ratio, LIGHT_QUALITY)
  // React preloads only images without a <picture>.
  if (priority)
    preload(src, { as: 'image', imageSrcSet, imageSizes: phone.sizes, media, fetchPriority: 'high' })
  return (
    <picture>
      <source media={media} sizes={phone.sizes} srcSet={imageSrcSet} />
      {image}
    </picture>
  )
}

function phoneWidths(widths: number[]): number[] {
  const fit = widths.filter((width) => width >= PHONE_WIDTHS.min && width <= PHONE_WIDTHS.max)
  return fit.length > 0 ? fit : widths.slice(-1)
}

/** The size of the image after the editor's crop. */
function naturalSize({
  asset,
  crop,
}: Pick<PictureContent, 'asset' | 'crop'>): { width: number; height: number } | undefined {
  if (!asset?.width || !asset.height) return undefined
  const { left, right, top, bottom } = crop ?? { left: 0, right: 0, top: 0, bottom: 0 }
  return {
    width: asset.width * (1 - (left ?? 0) - (right ?? 0)),
    height: asset.height * (1 - (top ?? 0) - (bottom ?? 0)),
  }
}
