import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Sharp } from 'sharp'
import { httpError } from '../errors.ts'
import { openImageCache } from './image-cache.ts'
import { loadSharp } from './load-sharp.ts'

const MAX_PX = 8192
const CACHE_LIMIT_BYTES = 512 * 1024 * 1024
const AVIF_QUALITY = 50
const FORMATS = { jpg: 'jpeg', pjpg: 'jpeg', png: 'png', webp: 'webp', avif: 'avif' } as const
const FITS = ['clip', 'crop', 'fill', 'fillmax', 'max', 'scale', 'min']
const WHOLE = ['w', 'h', 'q', 'pad']
const PARAMETERS =
  'w h max-w max-h min-w min-h fit crop fp-x fp-y rect fm q auto dpr blur sharp sharpen flip or bg invert sat pad frame'.split(
    ' ',
  )

/** Whether a URL asks for more than the original. */
export const wantsTransform = (search: URLSearchParams) => PARAMETERS.some((name) => search.has(name))

/** Creates an image, or reads it from the cache. Throws 400. https://www.sanity.io/docs/image-urls */
export function createImageTransform(cacheDir: string, limitBytes = CACHE_LIMIT_BYTES) {
  const cache = openImageCache(cacheDir, limitBytes)
  const running = new Map<string, Promise<{ body: Buffer; type: string }>>()

  return async function transform(
    source: string,
    extension: string,
    search: URLSearchParams,
    accept: string,
  ): Promise<{ body: Buffer; type: string }> {
    check(search)
    const format = outputFormat(extension, search, accept)
    const requested = PARAMETERS.filter((name) => name !== 'auto' && search.has(name))
      .map((name) => `${name}=${search.get(name)}`)
      .join('&')
    // The file name is the hash of the content.
    const key = createHash('sha256')
      .update(`${basename(source)}?${requested}&${format}`)
      .digest('hex')
    const current = running.get(key)
    if (current) return current
    const work = cache
      .get(key, () => render(source, format, search))
      .then((body) => ({ body, type: `image/${format}` }))
    running.set(key, work)
    work.finally(() => running.delete(key)).catch(() => {})
    return work
  }
}

function outputFormat(extension: string, search: URLSearchParams, accept: string): string {
  const requested = search.get('fm')
  if (requested !== null) {
    if (!Object.hasOwn(FORMATS, requested)) throw httpError(400, `Invalid fm: ${requested}`)
    return FORMATS[requested as keyof typeof FORMATS]
  }
  if (search.get('auto') === 'format' && extension !== 'gif') {
    if (accept.includes('image/avif')) return 'avif'
    if (accept.includes('image/webp')) return 'webp'
  }
  return extension === 'svg' || extension === 'tiff' ? 'png' : extension === 'jpg' ? 'jpeg' : extension
}

/** Checks parameters that the transformation may not use. */
function check(search: URLSearchParams) {
  choiceIn(search, 'fit', FITS)
  position(search)
  for (const name of ['fp-x', 'fp-y']) numberIn(search, name, 0, 1)
  numberIn(search, 'q', 0, 100)
}

/** Parses a number parameter. Throws 400. */
function numberIn(search: URLSearchParams, name: string, min: number, max: number): number | undefined {
  const text = search.get(name)
  if (text === null) return undefined
  const value = Number(text)
  if (WHOLE.includes(name)) checkWhole(name, text)
  if (text === '' || !(value >= min && value <= max)) throw httpError(400, `Invalid ${name}: ${text}`)
  return value
}

// Sanity's message: https://github.com/sanity-io/sanity/issues/1396
function checkWhole(name: string, text: string) {
  if (!/^-?\d+$/.test(text)) throw httpError(400, `Parameter "${name}" must be a valid integer`)
}

function choiceIn(search: URLSearchParams, name: string, allowed: string[]): string | undefined {
  const text = search.get(name)
  if (text !== null && !allowed.includes(text)) throw httpError(400, `Invalid ${name}: ${text}`)
  return text ?? undefined
}

async function render(source: string, format: string, search: URLSearchParams): Promise<Buffer> {
  const numeric = (name: string, min: number, max: number) => numberIn(search, name, min, max)
  const dpr = numeric('dpr', 1, 3) ?? 1
  const length = (name: string) => {
    const v = numeric(name, 1, MAX_PX)
    return v && Math.min(MAX_PX, Math.round(v * dpr))
  }
  const flip = choiceIn(search, 'flip', ['h', 'v', 'hv', 'vh']) ?? ''
  const rotation = Number(choiceIn(search, 'or', ['0', '90', '180', '270']) ?? 0)
  const invert = choiceIn(search, 'invert', ['true', 'false']) === 'true'
  choiceIn(search, 'auto', ['format'])
  choiceIn(search, 'frame', ['1'])
  const sharp = await loadSharp()
  const animation = await animated(source, format, search)
  let image = animation ? sharp(source, { animated: true }) : sharp(source).autoOrient()
  let { width, height } = animation ?? (await image.metadata()).autoOrient

  const rect = search.get('rect')
  if (rect !== null) {
    const parts = rect.split(',')
    for (const part of parts) checkWhole('rect', part)
    const [left = Number.NaN, top = Number.NaN, w = Number.NaN, h = Number.NaN] = parts.map(Number)
    const region = { left, top, width: Math.min(w, width - left), height: Math.min(h, height - top) }
    if (!(parts.length === 4 && left >= 0 && top >= 0 && region.width > 0 && region.height > 0))
      throw httpError(400, `Invalid rect: ${rect}`)
    image = image.extract(region)
    ;({ width, height } = region)
  }
  const bg = search.get('bg')
  const background = bg === null ? undefined : colorOf(bg)
  const requested = targetSize({ width, height }, length, search)
  const size = animation ? limitEnlargement(requested, animation, search.get('fit') ?? 'clip') : requested
  image = await resize(image, { width, height }, size, search, background)

  if (flip.includes('h')) image = image.flop()
  if (flip.includes('v')) image = image.flip()
  if (rotation) image = (await rendered(image)).rotate(rotation)
  const blur = numeric('blur', 0, 2000),
    sharpness = numeric('sharp', 0, 100) ?? numeric('sharpen', 0, 100),
    saturation = numeric('sat', -100, 100)
  if (blur) image = image.blur(Math.max(0.3, Math.min(1000, blur / 10)))
  if (sharpness) image = image.sharpen({ sigma: 0.5 + sharpness / 50 })
  if (saturation !== undefined) image = image.modulate({ saturation: 1 + saturation / 100 })
  if (invert) image = image.negate({ alpha: false })
  const pad = numeric('pad', 0, MAX_PX)
  if (pad) {
    image = await rendered(image)
    const inner = await image.metadata()
    if ((inner.width + 2 * pad) * (inner.height + 2 * pad) > MAX_PX ** 2)
      throw httpError(400, `Invalid pad: ${pad}`)
    image = image.extend({
      top: pad,
      bottom: pad,
      left: pad,
      right: pad,
      background: background ?? { r: 255, g: 255, b: 255, alpha: 0 },
    })
  }
  if (background) image = image.flatten({ background })
  return encoded(image, format, search, background).catch((error: Error) => {
    // WebP and AVIF allow about 16,000 pixels per side.
    throw /^Processed image is too large/.test(error.message) ? httpError(400, error.message) : error
  })
}

function encoded(
  image: Sharp,
  format: string,
  search: URLSearchParams,
  background?: string,
): Promise<Buffer> {
  const quality = numberIn(search, 'q', 0, 100)
  switch (format) {
    case 'jpeg':
      return image
        .flatten({ background: background ?? '#ffffff' })
        .jpeg({
          quality: Math.max(1, quality ?? 75),
          progressive: search.get('fm') === 'pjpg',
          mozjpeg: false,
        })
        .toBuffer()
    case 'webp':
      return image.webp({ quality: Math.max(1, quality ?? 75), effort: 3 }).toBuffer()
    case 'avif':
      return image
        .avif({
          quality: Math.max(1, quality ?? AVIF_QUALITY),
          effort: 2,
          // A low quality asks for few bytes; 4:2:0 saves a tenth.
          ...(quality !== undefined && quality < AVIF_QUALITY && { chromaSubsampling: '4:2:0' }),
        })
        .toBuffer()
    case 'gif':
      return image.gif().toBuffer()
    default:
      return image.png().toBuffer()
  }
}

/** Renders losslessly for a second pass of sharp. */
const rendered = async (image: Sharp) =>
  (await loadSharp())(await image.png({ compressionLevel: 1 }).toBuffer())

type Size = { width: number; height: number }
type TargetSize = { w?: number; h?: number }

/** Returns the size of an animation that stays animated. */
async function animated(source: string, format: string, search: URLSearchParams): Promise<Size | undefined> {
  const still = ['frame', 'rect', 'or', 'pad', 'flip', 'crop', 'min-w', 'min-h', 'max-w', 'max-h']
  if ((format !== 'gif' && format !== 'webp') || still.some((name) => search.has(name))) return undefined
  const sharp = await loadSharp()
  const { pages = 1, pageHeight, width, height } = await sharp(source).metadata()
  return pages > 1 && width ? { width, height: pageHeight ?? height! } : undefined
}

/** An animation is not enlarged, which would cost as much for each frame. */
function limitEnlargement({ w, h }: TargetSize, from: Size, fit: string): TargetSize {
  const across = Math.min(1, from.width / (w ?? 1)),
    down = Math.min(1, from.height / (h ?? 1))
  const isInside = fit === 'clip' || fit === 'max'
  const scaled = (length: number, own: number) =>
    Math.max(1, Math.round(length * (isInside ? own : Math.min(across, down))))
  return { ...(w && { w: scaled(w, across) }), ...(h && { h: scaled(h, down) }) }
}

/** The bounds (`min-w` …) apply with `fit=crop` only. */
function targetSize(
  from: Size,
  length: (name: string) => number | undefined,
  search: URLSearchParams,
): TargetSize {
  const [w, h] = [length('w'), length('h')]
  const [minW, maxW, minH, maxH] = [length('min-w'), length('max-w'), length('min-h'), length('max-h')]
  if (search.get('fit') !== 'crop' || (!minW && !maxW && !minH && !maxH)) return { w, h }
  const width = w ?? (h ? (h * from.width) / from.height : from.width),
    height = h ?? (w ? (w * from.height) / from.width : from.height)
  const shrink = Math.min(1, (maxW ?? width) / width, (maxH ?? height) / height)
  return {
    w: Math.round(Math.min(maxW ?? MAX_PX, Math.max(width * shrink, minW ?? 1))),
    h: Math.round(Math.min(maxH ?? MAX_PX, Math.max(height * shrink, minH ?? 1))),
  }
}

async function resize(
  image: Sharp,
  from: Size,
  { w, h }: TargetSize,
  search: URLSearchParams,
  background?: string,
): Promise<Sharp> {
  if (!w && !h) return image
  const box = { width: w, height: h }
  // The missing side is bounded: a strip one pixel wide would become millions long.
  const bounds = { width: w ?? MAX_PX, height: h ?? MAX_PX, fit: 'inside' } as const
  switch (search.get('fit') ?? (search.has('crop') ? 'crop' : 'clip')) {
    case 'clip':
      return image.resize(bounds)
    case 'max':
      return image.resize({ ...bounds, withoutEnlargement: true })
    case 'scale':
      return image.resize(w && h ? { ...box, fit: 'fill' } : bounds)
    case 'fill':
      return image.resize(w && h ? { ...box, fit: 'contain', background: background ?? '#ffffff' } : bounds)
    case 'fillmax': {
      const inner = await rendered(image.resize({ ...box, fit: 'inside', withoutEnlargement: true }))
      return inner.resize({
        ...box,
        fit: 'contain',
        background: background ?? '#ffffff',
        withoutEnlargement: true,
      })
    }
    case 'min': {
      const shrink = Math.min(1, from.width / (w ?? from.width), from.height / (h ?? from.height))
      return image.resize({
        width: w && Math.max(1, Math.round(w * shrink)),
        height: h && Math.max(1, Math.round(h * shrink)),
        fit: 'cover',
        position: position(search),
      })
    }
    case 'crop': {
      const at = position(search)
      if (!w || !h) return image.resize(bounds)
      const scale = Math.max(w / from.width, h / from.height)
      if (search.get('crop') !== 'focalpoint') {
        // Entropy needs the whole enlarged image, too much memory for a thin one.
        const isHuge = from.width * from.height * scale ** 2 > MAX_PX ** 2
        return image.resize({ ...box, fit: 'cover', position: at === 'entropy' && isHuge ? 'centre' : at })
      }
      const width = Math.max(1, Math.min(from.width, Math.round(w / scale))),
        height = Math.max(1, Math.min(from.height, Math.round(h / scale)))
      const start = (point: number, whole: number, part: number) =>
        Math.round(Math.max(0, Math.min(whole - part, point * whole - part / 2)))
      const region = {
        left: start(numberIn(search, 'fp-x', 0, 1) ?? 0.5, from.width, width),
        top: start(numberIn(search, 'fp-y', 0, 1) ?? 0.5, from.height, height),
        width,
        height,
      }
      return (await rendered(image.extract(region))).resize({ width: w, height: h, fit: 'fill' })
    }
  }
  return image
}

function position(search: URLSearchParams): string {
  const requested = search.get('crop') ?? 'center'
  if (requested === 'entropy') return 'entropy'
  const sides = requested.split(',').filter((side) => side !== 'center' && side !== 'focalpoint')
  const across = sides.filter((side) => side === 'left' || side === 'right')
  const down = sides.filter((side) => side === 'top' || side === 'bottom')
  if (across.length + down.length < sides.length || across.length > 1 || down.length > 1)
    throw httpError(400, `Invalid crop: ${requested}`)
  return [...across, ...down].join(' ') || 'centre'
}

function colorOf(text: string): string {
  if (!/^([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text))
    throw httpError(400, `Invalid bg: ${text}`)
  const full = text.length <= 4 ? [...text].map((digit) => digit + digit).join('') : text
  return `#${full.length === 8 ? full.slice(2) + full.slice(0, 2) : full}` // Sanity puts alpha first
}
