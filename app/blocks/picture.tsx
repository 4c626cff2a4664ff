import { useEdit } from '#app/content/edit.tsx'
import { fileUrl, LIGHT_QUALITY, pictureUrl } from '#app/content/media.ts'
import type { Picture as PictureContent } from '#app/content/types.ts'

const WIDTHS = [360, 640, 800, 1100, 1500, 2000, 2600]
/** As wide as a phone needs a page's first picture: lighter, it fits into what a server may send at once (10 segments, RFC 6928). */
const PHONE_PX = 640

type Shape = {
  /** Width by height; crops around the hotspot. Without it the picture keeps its proportions. */
  ratio?: number
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string
}
type Props = Shape & {
  picture: Omit<PictureContent, '_key'> | null | undefined
  /** Another shape for narrow, tall screens, in the light quality. */
  tall?: Shape
  /** The page's main picture: fetched first. One per page. */
  priority?: boolean
  /** The field that it comes from, within the part of the page around it. */
  field?: string
  className?: string
}

/** A picture of the content in the sizes that a screen may need. Renders nothing without its file. */
export function Picture({ picture, ratio, sizes, tall, priority, field = 'picture', className }: Props) {
  const edit = useEdit()
  const asset = picture?.asset
  if (!picture || !asset) return null
  const alt = picture.alt ?? ''
  const loading = priority ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const }

  if (asset.extension === 'svg') {
    const { width, height } = asset
    const size = width && height ? { width: Math.round(width), height: Math.round(height) } : {}
    return (
      <img
        {...edit(field)}
        {...loading}
        {...size}
        className={className}
        src={fileUrl(asset)}
        alt={alt}
        decoding="async"
      />
    )
  }

  const natural = naturalSize(picture)
  const sources = (shape: number | undefined, lightUpTo: number) => {
    const widest = Math.min(
      natural?.width ?? 1600,
      shape && natural ? natural.height * shape : Number.POSITIVE_INFINITY,
    )
    const widths = [
      ...WIDTHS.filter((width) => width < widest * 0.95),
      Math.min(Math.round(widest), WIDTHS.at(-1)!),
    ]
    return widths.map((width) => ({
      width,
      url: pictureUrl(picture, {
        width,
        height: shape && width / shape,
        quality: width <= lightUpTo ? LIGHT_QUALITY : undefined,
      }),
    }))
  }
  const srcSet = (from: { url: string | undefined; width: number }[]) =>
    from.map(({ url, width }) => `${url} ${width}w`).join(', ')

  const own = sources(ratio, priority ? PHONE_PX : 0)
  const fallback = own.findLast(({ width }) => width <= 1100) ?? own[0]
  if (!fallback?.url) return null
  const shape = ratio ?? (natural && natural.width / natural.height)
  const image = (
    <img
      {...edit(field)}
      {...loading}
      className={className}
      sizes={sizes}
      srcSet={srcSet(own)}
      src={fallback.url}
      width={fallback.width}
      height={shape && Math.round(fallback.width / shape)}
      alt={alt}
      decoding="async"
    />
  )
  if (!tall) return image
  return (
    <picture>
      <source
        media="(max-width: 40em) and (orientation: portrait)"
        sizes={tall.sizes}
        srcSet={srcSet(sources(tall.ratio, Number.POSITIVE_INFINITY))}
      />
      {image}
    </picture>
  )
}

/** The size of what the editor's crop leaves. */
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
