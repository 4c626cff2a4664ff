import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { exifOf } from './image-exif.ts'

type Rgb = [red: number, green: number, blue: number]
type Colour = { population: number; rgb: Rgb }
const LQIP_WIDTH_PX = 20
const SAMPLE_PX = 48

/** The values of `meta`. The first three are the default. */
export const METADATA_PARTS = [
  'blurhash',
  'lqip',
  'palette',
  'thumbhash',
  'exif',
  'location',
  'image',
  'none',
]
export const DEFAULT_PARTS = METADATA_PARTS.slice(0, 3)

/** The fields of `sanity.imageAsset`, with these optional `parts`. Throws if sharp can't decode the image. */
export async function describeImage(buffer: Buffer, parts: string[]) {
  const image = sharp(buffer, { animated: false })
  const { format, width, height, orientation = 1, hasAlpha = false, exif: block } = await image.metadata()
  if (!format || !width || !height) throw new Error('no dimensions')
  if (format === 'svg' && buffer[0] === 0x1f) throw new Error('an .svgz, which no browser shows as it is')
  const [w, h] = orientation >= 5 ? [height, width] : [width, height]
  const dimensions = { _type: 'sanity.imageDimensions', width: w, height: h, aspectRatio: w / h }
  const upright = () => sharp(buffer, { animated: false }).autoOrient()
  const { data, info } = await upright()
    .resize(SAMPLE_PX, SAMPLE_PX, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isOpaque = !hasAlpha || !data.some((value, i) => i % 4 === 3 && value < 255)
  const small = upright().resize(LQIP_WIDTH_PX)
  const lqip =
    parts.includes('lqip') && (await (isOpaque ? small.jpeg({ quality: 60 }) : small.png()).toBuffer())
  const { exif, image: tags, location } = exifOf(block)
  const extension = format === 'jpeg' ? 'jpg' : format === 'heif' ? 'avif' : format
  return {
    extension,
    mimeType: format === 'svg' ? 'image/svg+xml' : `image/${format === 'heif' ? 'avif' : format}`,
    metadata: {
      _type: 'sanity.imageMetadata',
      dimensions,
      hasAlpha,
      isOpaque,
      ...(lqip && { lqip: `data:image/${isOpaque ? 'jpeg' : 'png'};base64,${lqip.toString('base64')}` }),
      ...(parts.includes('blurhash') && isOpaque && { blurHash: blurHash(data, info.width, info.height) }),
      ...(parts.includes('thumbhash') && {
        thumbHash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64'),
      }),
      ...(parts.includes('exif') && exif && { exif }),
      ...(parts.includes('image') && tags && { image: tags }),
      ...(parts.includes('location') && location && { location }),
      ...(parts.includes('palette') && { palette: palette(data) }),
    },
  }
}

const BASE83 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'
const base83 = (value: number, length: number) =>
  Array.from({ length }, (_, i) => BASE83[Math.floor(value / 83 ** (length - 1 - i)) % 83]).join('')
const toLinear = (byte: number) =>
  byte <= 10.31475 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4
const toSrgb = (value: number) => {
  const v = Math.max(0, Math.min(1, value))
  return Math.round((v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055) * 255)
}

/** BlurHash with 4 by 3 components. https://github.com/woltapp/blurhash/blob/master/Algorithm.md */
function blurHash(rgba: Buffer, width: number, height: number): string {
  const [nx, ny] = [4, 3]
  const factors: Rgb[] = []
  for (let j = 0; j < ny; j++)
    for (let i = 0; i < nx; i++) {
      const sum: Rgb = [0, 0, 0]
      const scale = (i === 0 && j === 0 ? 1 : 2) / (width * height)
      for (let pixel = 0; pixel < width * height; pixel++) {
        const [x, y] = [pixel % width, Math.floor(pixel / width)]
        const basis = scale * Math.cos((Math.PI * i * x) / width) * Math.cos((Math.PI * j * y) / height)
        for (const c of [0, 1, 2] as const) sum[c] += basis * toLinear(rgba.readUInt8(4 * pixel + c))
      }
      factors.push(sum)
    }
  const [dc = [0, 0, 0], ...ac] = factors
  const largest = Math.max(...ac.flat().map(Math.abs))
  const quantisedMax = Math.max(0, Math.min(82, Math.floor(largest * 166 - 0.5)))
  const range = (quantisedMax + 1) / 166
  const signed = (value: number) =>
    Math.max(0, Math.min(18, Math.floor(Math.sign(value) * Math.sqrt(Math.abs(value)) * 9 + 9.5)))
  return (
    base83(nx - 1 + (ny - 1) * 9, 1) +
    base83(quantisedMax, 1) +
    base83((toSrgb(dc[0]) << 16) + (toSrgb(dc[1]) << 8) + toSrgb(dc[2]), 4) +
    ac
      .map(([r, g, b]) => base83(signed(r / range) * 361 + signed(g / range) * 19 + signed(b / range), 2))
      .join('')
  )
}

// The targets of node-vibrant, which Sanity's palette uses.
const SWATCHES: Record<string, [lightness: number, saturation: number]> = {
  vibrant: [0.5, 1],
  lightVibrant: [0.74, 1],
  darkVibrant: [0.26, 1],
  muted: [0.5, 0.3],
  lightMuted: [0.74, 0.3],
  darkMuted: [0.26, 0.3],
}

function palette(rgba: Buffer) {
  const bins = new Map<number, { count: number; sum: Rgb }>()
  let total = 0
  for (let i = 0; i < rgba.length; i += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = rgba.subarray(i, i + 4)
    if (alpha < 125) continue
    const key = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4)
    const { count, sum } = bins.get(key) ?? { count: 0, sum: [0, 0, 0] }
    bins.set(key, { count: count + 1, sum: [sum[0] + r, sum[1] + g, sum[2] + b] })
    total++
  }
  const colours = [...bins.values()].map(({ count, sum }): Colour => {
    const [r, g, b] = sum
    return {
      population: (100 * count) / total,
      rgb: [Math.round(r / count), Math.round(g / count), Math.round(b / count)],
    }
  })
  const swatchOf = (score: (colour: Colour) => number) =>
    swatch(colours.reduce((best, colour) => (score(colour) > score(best) ? colour : best)))
  const named = () =>
    Object.entries(SWATCHES).map(([name, [lightness, saturation]]) => {
      const closeness = ({ rgb, population }: Colour) => {
        const [l, s] = lightnessAndSaturation(rgb)
        return 3 * (1 - Math.abs(s - saturation)) + 6.5 * (1 - Math.abs(l - lightness)) + population / 200
      }
      return [name, swatchOf(closeness)]
    })
  return {
    _type: 'sanity.imagePalette',
    ...(total > 0 && { dominant: swatchOf(({ population }) => population), ...Object.fromEntries(named()) }),
  }
}

function swatch({ population, rgb }: Colour) {
  const isDark = (rgb[0] * 299 + rgb[1] * 587 + rgb[2] * 114) / 1000 < 150
  return {
    _type: 'sanity.imagePaletteSwatch',
    background: `#${rgb.map((v) => v.toString(16).padStart(2, '0')).join('')}`,
    foreground: isDark ? '#fff' : '#000',
    population: Math.round(population * 100) / 100,
    title: isDark ? '#fff' : '#000',
  }
}

function lightnessAndSaturation(rgb: Rgb): [number, number] {
  const max = Math.max(...rgb) / 255,
    min = Math.min(...rgb) / 255,
    lightness = (max + min) / 2
  return [lightness, max === min ? 0 : (max - min) / (1 - Math.abs(2 * lightness - 1))]
}
