import { IMAGE_WIDTHS, LIGHT_QUALITY } from '#app/content/media.ts'

/** `/images/local/<dataset>/<sha1>-<width>x<height>.<extension>`, optionally followed by the original file name. */
const PATH = /^\/images\/local\/([a-z0-9~_-]+)\/([a-f0-9]{40}-(\d+)x(\d+)\.([a-z]{3,4}))(?:\/[a-z0-9.-]+)?$/
const RECT = /^(\d{1,6}),(\d{1,6}),(\d{1,6}),(\d{1,6})$/
/** SVG needs no resizing; AVIF would keep only a GIF's first frame. */
const KEEPS_FORMAT = ['svg', 'gif']

/** One image in one size and format. */
export type Rendition = {
  /** File name. */
  name: string
  /** `name` without the format. */
  size: string
  /** Path and query at the lake. */
  upstream: string
}

/** Parses a URL below `/media` (https://www.sanity.io/docs/image-urls). Rounds the width up to one of IMAGE_WIDTHS. */
export function renditionOf(dataset: string, address: string, accept = ''): Rendition | undefined {
  const [path = '', search] = address.split('?')
  const [, inDataset, file, width, height, extension = ''] = PATH.exec(path) ?? []
  if (!file || inDataset !== dataset) return undefined
  const query = new URLSearchParams(search)
  const w = query.get('w')
  const original = `/images/local/${dataset}/${file}`
  if (w === null || extension === 'svg') return { name: file, size: file, upstream: original }

  const fullRect = `0,0,${width},${height}`
  const [, left = 0, top = 0, rectWidth = 0, rectHeight = 0] =
    RECT.exec(query.get('rect') ?? fullRect)?.map(Number) ?? []
  const cropWidth = Math.min(rectWidth, Number(width) - left)
  const cropHeight = Math.min(rectHeight, Number(height) - top)
  if (!(Number(w) >= 1 && cropWidth > 0 && cropHeight > 0)) return undefined
  const step = IMAGE_WIDTHS.find((width) => width >= Number(w)) ?? IMAGE_WIDTHS.at(-1)!
  const rect = [left, top, cropWidth, cropHeight].join()
  const parameters = new URLSearchParams({ w: String(Math.min(step, cropWidth)), fit: 'max' })
  if (rect !== fullRect) parameters.set('rect', rect)
  if (query.get('q') === String(LIGHT_QUALITY)) parameters.set('q', String(LIGHT_QUALITY))
  const name = () => `${file},${parameters}`.replaceAll(/[&%]/g, '-')
  const size = name()
  const format = ['avif', 'webp'].find((name) => accept.includes(`image/${name}`))
  if (query.get('auto') === 'format' && format && !KEEPS_FORMAT.includes(extension))
    parameters.set('fm', format)
  return { name: name(), size, upstream: `${original}?${parameters}` }
}
