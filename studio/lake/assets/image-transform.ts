import { basename, extname } from 'node:path'
import { LRUCache } from 'lru-cache'
import sharp, { type Sharp } from 'sharp'
import { httpError } from '../errors.ts'
import {
  FORMATS,
  type ImageParameters,
  MAX_PX,
  parseImageParameters,
  type Region,
} from './image-parameters.ts'

const CACHE_LIMIT_BYTES = 128 * 1024 * 1024
const AVIF_QUALITY = 50
/** Sanity's limit for all frames together. https://www.sanity.io/docs/changelog/98358e5d-40d0-4b5f-bb39-0e275ac6d238 */
const MAX_ANIMATION_PX = 256_000_000

/** Creates an image, or takes it from the cache in memory. Throws 400. */
export function createImageTransform(limitBytes = CACHE_LIMIT_BYTES) {
  // Requests for the same image at the same time share its rendering.
  const cache = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: limitBytes,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context: create }) => create(),
    ignoreFetchAbort: true, // an image that is evicted while it is rendered is still sent
  })

  /** The name of the file `source` is the hash of its content. */
  return async function transform(source: string, search: URLSearchParams, accept: string) {
    const extension = extname(source).slice(1)
    const { auto, ...parameters } = parseImageParameters(search)
    const animation = await animationIn(source, extension, parameters)
    const formats = auto && (animation ? ['webp'] : ['avif', 'webp'])
    const accepted = formats?.find((format) => accept.includes(`image/${format}`))
    const format = parameters.fm ? FORMATS[parameters.fm] : (accepted ?? formatOf(extension))
    const key = JSON.stringify([basename(source), format, parameters])
    const body = await cache.fetch(key, { context: () => render(source, format, parameters, animation) })
    return { body: body!, type: `image/${format}` }
  }
}

const formatOf = (extension: string) =>
  extension === 'svg' || extension === 'tiff' ? 'png' : extension === 'jpg' ? 'jpeg' : extension

type Animation = { pages: number; delay?: number[]; loop?: number }

/** The frames of an animation that stays animated. Other formats and large animations get the first frame. */
async function animationIn(
  source: string,
  extension: string,
  { frame, fm = 'webp', w = 0, h = 0, dpr = 1 }: ImageParameters,
): Promise<Animation | undefined> {
  if (frame || ![extension, fm].every((name) => name === 'gif' || name === 'webp')) return undefined
  const { pages = 1, width, height, delay, loop } = await sharp(source).metadata()
  const enlargement = Math.max(1, (dpr * w) / width, (dpr * h) / height)
  if (pages === 1 || pages * width * height * enlargement ** 2 > MAX_ANIMATION_PX) return undefined
  return { pages, delay, loop }
}

async function render(source: string, format: string, parameters: ImageParameters, animation?: Animation) {
  let image = animation ? sharp(source, { animated: true }) : sharp(source).autoOrient()
  const { width, height, pageHeight, autoOrient } = await image.metadata()
  const whole = animation ? { width, height: pageHeight ?? height } : autoOrient
  image = resized(image, regionOf(parameters, whole), parameters, animation !== undefined)

  const { flip = '', or, blur, sharp: sharpness = parameters.sharpen, sat, invert, pad, bg } = parameters
  if (flip || or || blur || sharpness)
    image = await rendered(image, (frame) => {
      if (flip.includes('h')) frame.flop()
      if (flip.includes('v')) frame.flip()
      if (or) frame.rotate(Number(or))
      if (blur) frame.blur(Math.max(0.3, Math.min(1000, blur / 10)))
      if (sharpness) frame.sharpen({ sigma: 0.5 + sharpness / 50 })
      return frame
    })
  if (sat !== undefined) image = image.modulate({ saturation: 1 + sat / 100 })
  if (invert === 'true') image = image.negate({ alpha: false })
  if (pad) {
    image = await rendered(image)
    const inner = await image.metadata()
    if ((inner.width + 2 * pad) * (inner.height + 2 * pad * (animation?.pages ?? 1)) > MAX_PX ** 2)
      throw httpError(400, `Invalid pad: ${pad}`)
    const background = bg ?? { r: 255, g: 255, b: 255, alpha: 0 }
    image = image.extend({ top: pad, bottom: pad, left: pad, right: pad, background })
  }
  if (bg) image = image.flatten({ background: bg })
  return encoded(image, format, parameters, animation).catch((error: Error) => {
    // WebP and AVIF allow about 16,000 pixels per side.
    throw /^Processed image is too large/.test(error.message) ? httpError(400, error.message) : error
  })
}

function encoded(image: Sharp, format: string, { q, fm, bg }: ImageParameters, animation?: Animation) {
  const quality = Math.max(1, q ?? (format === 'avif' ? AVIF_QUALITY : 75))
  const timing = { delay: animation?.delay, loop: animation?.loop }
  switch (format) {
    case 'jpeg':
      return image
        .flatten({ background: bg ?? '#ffffff' })
        .jpeg({ quality, progressive: fm === 'pjpg' })
        .toBuffer()
    case 'webp':
      return image.webp({ quality, effort: 3, ...timing }).toBuffer()
    case 'avif':
      // A low quality asks for few bytes; 4:2:0 saves a tenth.
      return image
        .avif({ quality, effort: 2, ...(quality < AVIF_QUALITY && { chromaSubsampling: '4:2:0' }) })
        .toBuffer()
    case 'gif':
      return image.gif(timing).toBuffer()
    default:
      return image.png().toBuffer()
  }
}

const rawPixels = (image: Sharp) => image.raw().toBuffer({ resolveWithObject: true })

/** Renders losslessly for a second pass of sharp, which may `change` each frame by itself. */
async function rendered(image: Sharp, change = (frame: Sharp) => frame): Promise<Sharp> {
  const { data, info } = await rawPixels(image)
  const { width, channels, pages = 1 } = info
  const raw = { width, height: info.height / pages, channels }
  const bytes = data.length / pages
  const frames = Array.from({ length: pages }, (_, i) =>
    change(sharp(data.subarray(i * bytes, (i + 1) * bytes), { raw })),
  )
  if (pages === 1) return frames[0]!
  const changed = await Promise.all(frames.map(rawPixels))
  const { height, ...frame } = changed[0]!.info
  return sharp(Buffer.concat(changed.map((each) => each.data)), {
    animated: true,
    raw: { width: frame.width, height: height * pages, channels: frame.channels, pageHeight: height },
  })
}

type Size = { width: number; height: number }

/** The part of an image in `rect`, or the whole image. */
function regionOf({ rect }: ImageParameters, { width, height }: Size): Region {
  if (!rect) return { left: 0, top: 0, width, height }
  if (rect.left >= width || rect.top >= height) throw httpError(400, `Invalid rect: ${Object.values(rect)}`)
  return {
    ...rect,
    width: Math.min(rect.width, width - rect.left),
    height: Math.min(rect.height, height - rect.top),
  }
}

/** The requested size. The bounds (`min-w` …) apply with `fit=crop` only. */
function targetSize(from: Size, parameters: ImageParameters): { w?: number; h?: number } {
  const length = (name: 'w' | 'h' | 'min-w' | 'max-w' | 'min-h' | 'max-h') => {
    const value = parameters[name]
    return value && Math.min(MAX_PX, Math.round(value * (parameters.dpr ?? 1)))
  }
  const [w, h] = [length('w'), length('h')]
  const [minW, maxW, minH, maxH] = [length('min-w'), length('max-w'), length('min-h'), length('max-h')]
  if (parameters.fit !== 'crop' || (!minW && !maxW && !minH && !maxH)) return { w, h }
  const width = w ?? (h ? (h * from.width) / from.height : from.width),
    height = h ?? (w ? (w * from.height) / from.width : from.height)
  const shrink = Math.min(1, (maxW ?? width) / width, (maxH ?? height) / height)
  return {
    w: Math.round(Math.min(maxW ?? MAX_PX, Math.max(width * shrink, minW ?? 1))),
    h: Math.round(Math.min(maxH ?? MAX_PX, Math.max(height * shrink, minH ?? 1))),
  }
}

function resized(image: Sharp, from: Region, parameters: ImageParameters, isAnimated: boolean): Sharp {
  const { w, h } = targetSize(from, parameters)
  const { crop, fit = crop ? 'crop' : 'clip', bg: background = '#ffffff' } = parameters
  const position = crop === 'focalpoint' ? 'centre' : crop
  const part = parameters.rect ? image.extract(from) : image
  if (!w && !h) return part
  const box = { width: w, height: h }
  // The missing side is bounded: a strip one pixel wide would become millions long.
  const bounds = { width: w ?? MAX_PX, height: h ?? MAX_PX, fit: 'inside' } as const
  switch (fit) {
    case 'max':
      return part.resize({ ...bounds, withoutEnlargement: true })
    case 'fillmax':
      return part.resize({ ...box, fit: 'contain', background, withoutEnlargement: true })
    case 'min': {
      const shrink = Math.min(1, from.width / (w ?? from.width), from.height / (h ?? from.height))
      return part.resize({
        width: w && Math.max(1, Math.round(w * shrink)),
        height: h && Math.max(1, Math.round(h * shrink)),
        fit: 'cover',
        position,
      })
    }
  }
  if (!w || !h || fit === 'clip') return part.resize(bounds)
  if (fit === 'scale') return part.resize({ ...box, fit: 'fill' })
  if (fit === 'fill') return part.resize({ ...box, fit: 'contain', background })
  const scale = Math.max(w / from.width, h / from.height)
  if (crop === 'focalpoint')
    return image.extract(focalRegion(from, w / scale, h / scale, parameters)).resize({ ...box, fit: 'fill' })
  // Entropy needs the whole enlarged image, too much memory for a thin one. Sharp has no entropy of animations.
  const isHuge = from.width * from.height * scale ** 2 > MAX_PX ** 2
  return part.resize({
    ...box,
    fit: 'cover',
    position: crop === 'entropy' && (isHuge || isAnimated) ? 'centre' : position,
  })
}

/** The part of an image around its focal point. */
function focalRegion(from: Region, w: number, h: number, parameters: ImageParameters): Region {
  const width = Math.max(1, Math.min(from.width, Math.round(w))),
    height = Math.max(1, Math.min(from.height, Math.round(h)))
  const start = (point: number, whole: number, part: number) =>
    Math.round(Math.max(0, Math.min(whole - part, point * whole - part / 2)))
  return {
    left: from.left + start(parameters['fp-x'] ?? 0.5, from.width, width),
    top: from.top + start(parameters['fp-y'] ?? 0.5, from.height, height),
    width,
    height,
  }
}
