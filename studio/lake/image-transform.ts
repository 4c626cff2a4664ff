import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { httpError } from '#studio/lake/errors.ts'

const LARGEST_PX = 8192
const FORMATS = { jpg: 'jpeg', pjpg: 'jpeg', png: 'png', webp: 'webp', avif: 'avif' } as const
const PARAMETERS = [
  'w',
  'h',
  'max-w',
  'max-h',
  'min-w',
  'min-h',
  'fit',
  'crop',
  'fp-x',
  'fp-y',
  'rect',
  'fm',
  'q',
  'auto',
  'dpr',
  'blur',
  'sharp',
  'sharpen',
  'flip',
  'or',
  'bg',
  'invert',
  'sat',
  'pad',
]

/** Whether an image address asks for anything but the original. */
export const wantsTransform = (search: URLSearchParams) => PARAMETERS.some((name) => search.has(name))

/**
 * Makes the picture that an image address asks for (https://www.sanity.io/docs/image-urls), or takes it from the
 * cache folder. Throws 400 for a parameter that makes no sense.
 */
export function createImageTransform(cacheDir: string) {
  const working = new Map<string, Promise<{ body: Buffer; type: string }>>()

  return function transform(source: string, extension: string, search: URLSearchParams, accept: string) {
    const format = outputFormat(extension, search, accept)
    const asked = PARAMETERS.filter((name) => name !== 'auto' && search.has(name))
      .map((name) => `${name}=${search.get(name)}`)
      .join('&')
    const key = createHash('sha256').update(`${source}?${asked}&${format}`).digest('hex')
    const begun = working.get(key)
    if (begun) return begun
    const work = cached(join(cacheDir, key.slice(0, 2)), key, () => render(source, format, search)).then(
      (body) => ({ body, type: `image/${format}` }),
    )
    working.set(key, work)
    work.finally(() => working.delete(key)).catch(() => {})
    return work
  }
}

async function cached(folder: string, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const file = join(folder, name)
  try {
    return await readFile(file)
  } catch {
    const body = await make()
    await mkdir(folder, { recursive: true })
    await writeFile(`${file}.${process.pid}.part`, body)
    await rename(`${file}.${process.pid}.part`, file)
    return body
  }
}

function outputFormat(extension: string, search: URLSearchParams, accept: string): string {
  const asked = search.get('fm')
  if (asked !== null) {
    if (!(asked in FORMATS)) throw httpError(400, `Invalid fm: ${asked}`)
    return FORMATS[asked as keyof typeof FORMATS]
  }
  if (search.get('auto') === 'format' && extension !== 'gif') {
    if (accept.includes('image/avif')) return 'avif'
    if (accept.includes('image/webp')) return 'webp'
  }
  return extension === 'svg' || extension === 'tiff' ? 'png' : extension === 'jpg' ? 'jpeg' : extension
}

async function render(source: string, format: string, search: URLSearchParams): Promise<Buffer> {
  const numeric = (name: string, min: number, max: number) => {
    const text = search.get(name)
    if (text === null) return undefined
    const value = Number(text)
    if (text === '' || !(value >= min && value <= max)) throw httpError(400, `Invalid ${name}: ${text}`)
    return value
  }
  const dpr = numeric('dpr', 1, 3) ?? 1
  const length = (name: string) => {
    const v = numeric(name, 1, LARGEST_PX)
    return v && Math.min(LARGEST_PX, Math.round(v * dpr))
  }
  const original = await sharp(source, { animated: false }).rotate().toBuffer({ resolveWithObject: true })
  let image = sharp(original.data),
    { width, height } = original.info

  const rect = search.get('rect')
  if (rect !== null) {
    const [left = Number.NaN, top = Number.NaN, w = Number.NaN, h = Number.NaN] = rect
      .split(',')
      .map((part) => Math.round(Number(part)))
    const region = {
      left: Math.max(0, left),
      top: Math.max(0, top),
      width: Math.min(w, width - Math.max(0, left)),
      height: Math.min(h, height - Math.max(0, top)),
    }
    if (!(region.width > 0 && region.height > 0)) throw httpError(400, `Invalid rect: ${rect}`)
    image = sharp(await image.extract(region).toBuffer())
    ;({ width, height } = region)
  }
  const background = search.get('bg') ? colour(search.get('bg')!) : undefined
  image = await resize(
    image,
    { width, height },
    {
      w: length('w') ?? length('max-w') ?? length('min-w'),
      h: length('h') ?? length('max-h') ?? length('min-h'),
    },
    search,
    numeric,
    background,
  )

  const flip = search.get('flip') ?? ''
  if (flip.includes('h')) image = image.flop()
  if (flip.includes('v')) image = image.flip()
  const turn = numeric('or', 0, 360)
  if (turn) image = sharp(await image.toBuffer()).rotate(turn)
  const blur = numeric('blur', 0, 2000),
    sharpness = numeric('sharp', 0, 100) ?? numeric('sharpen', 0, 100),
    saturation = numeric('sat', -100, 100)
  if (blur) image = image.blur(Math.max(0.3, Math.min(1000, blur / 10)))
  if (sharpness) image = image.sharpen({ sigma: 0.5 + sharpness / 50 })
  if (saturation !== undefined) image = image.modulate({ saturation: 1 + saturation / 100 })
  if (search.get('invert') === 'true') image = image.negate({ alpha: false })
  const pad = numeric('pad', 0, LARGEST_PX)
  if (pad)
    image = image.extend({
      top: pad,
      bottom: pad,
      left: pad,
      right: pad,
      background: background ?? { r: 255, g: 255, b: 255, alpha: 0 },
    })
  if (background) image = image.flatten({ background })

  const quality = numeric('q', 0, 100)
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
      return image.avif({ quality: Math.max(1, quality ?? 60), effort: 2 }).toBuffer()
    case 'gif':
      return image.gif().toBuffer()
    default:
      return image.png().toBuffer()
  }
}

type Size = { width: number; height: number }
type Numeric = (name: string, min: number, max: number) => number | undefined
async function resize(
  image: Sharp,
  from: Size,
  { w, h }: { w?: number; h?: number },
  search: URLSearchParams,
  numeric: Numeric,
  background?: string,
): Promise<Sharp> {
  if (!w && !h) return image
  const box = { width: w, height: h }
  switch (search.get('fit') ?? (search.has('crop') ? 'crop' : 'clip')) {
    case 'clip':
      return image.resize({ ...box, fit: 'inside' })
    case 'max':
      return image.resize({ ...box, fit: 'inside', withoutEnlargement: true })
    case 'scale':
      return image.resize({ ...box, fit: 'fill' })
    case 'fill':
      return image.resize({ ...box, fit: 'contain', background: background ?? '#ffffff' })
    case 'fillmax': {
      const inner = await image.resize({ ...box, fit: 'inside', withoutEnlargement: true }).toBuffer()
      return sharp(inner).resize({
        ...box,
        fit: 'contain',
        background: background ?? '#ffffff',
        withoutEnlargement: true,
      })
    }
    case 'min': {
      const shrink = Math.min(1, from.width / (w ?? from.width), from.height / (h ?? from.height))
      return image.resize({
        width: w && Math.round(w * shrink),
        height: h && Math.round(h * shrink),
        fit: 'cover',
        position: position(search),
      })
    }
    case 'crop': {
      if (search.get('crop') !== 'focalpoint' || !w || !h)
        return image.resize({ ...box, fit: 'cover', position: position(search) })
      const scale = Math.max(w / from.width, h / from.height)
      const width = Math.min(from.width, Math.round(w / scale)),
        height = Math.min(from.height, Math.round(h / scale))
      const at = (point: number, whole: number, part: number) =>
        Math.round(Math.max(0, Math.min(whole - part, point * whole - part / 2)))
      const region = {
        left: at(numeric('fp-x', 0, 1) ?? 0.5, from.width, width),
        top: at(numeric('fp-y', 0, 1) ?? 0.5, from.height, height),
        width,
        height,
      }
      return sharp(await image.extract(region).toBuffer()).resize({ width: w, height: h, fit: 'fill' })
    }
    default:
      throw httpError(400, `Invalid fit: ${search.get('fit')}`)
  }
}

function position(search: URLSearchParams): string {
  const asked = search.get('crop') ?? 'center'
  if (asked === 'entropy') return 'entropy'
  const sides = asked.split(',').filter((side) => ['top', 'bottom', 'left', 'right'].includes(side))
  return sides.length > 0 ? sides.sort((a) => (a === 'left' || a === 'right' ? -1 : 1)).join(' ') : 'centre'
}

function colour(text: string): string {
  if (!/^([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text))
    throw httpError(400, `Invalid bg: ${text}`)
  const full = text.length <= 4 ? [...text].map((digit) => digit + digit).join('') : text
  return `#${full.length === 8 ? full.slice(2) + full.slice(0, 2) : full}` // Sanity puts alpha first
}
