import { httpError } from '../errors.ts'

export const MAX_PX = 8192
/** The formats of `fm`. */
export const FORMATS = {
  jpg: 'jpeg',
  pjpg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  gif: 'gif',
} as const

/** Reads a value; undefined for an invalid one. */
type Reader<T> = (text: string, name: string) => T | undefined

const between = (value: number, min: number, max: number) =>
  value >= min && value <= max ? value : undefined

const number =
  (min: number, max: number): Reader<number> =>
  (text) =>
    text === '' ? undefined : between(Number(text), min, max)

const whole =
  (min: number, max: number): Reader<number> =>
  (text, name) =>
    between(integer(text, name), min, max)

const oneOf =
  <T extends string>(...allowed: T[]): Reader<T> =>
  (text) =>
    allowed.find((value) => value === text)

function integer(text: string, name: string): number {
  // Sanity's message: https://github.com/sanity-io/sanity/issues/1396
  if (!/^-?\d+$/.test(text)) throw httpError(400, `Parameter "${name}" must be a valid integer`)
  return Number(text)
}

export type Region = { left: number; top: number; width: number; height: number }

const rectangle: Reader<Region> = (text, name) => {
  const [left = -1, top = -1, width = 0, height = 0, ...rest] = text
    .split(',')
    .map((side) => integer(side, name))
  const isValid = left >= 0 && top >= 0 && width > 0 && height > 0 && rest.length === 0
  return isValid ? { left, top, width, height } : undefined
}

/** `entropy`, `focalpoint` or a position of sharp: at most one side across and one down. */
const crop: Reader<string> = (text) => {
  if (text === 'entropy' || text === 'focalpoint') return text
  const sides = text.split(',').filter((side) => side !== 'center')
  const across = sides.filter((side) => side === 'left' || side === 'right'),
    down = sides.filter((side) => side === 'top' || side === 'bottom')
  if (across.length + down.length < sides.length || across.length > 1 || down.length > 1) return undefined
  return [...across, ...down].join(' ') || 'centre'
}

const colour: Reader<string> = (text) => {
  if (!/^([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) return undefined
  const full = text.length <= 4 ? text.replace(/./g, '$&$&') : text
  return `#${full.length === 8 ? full.slice(2) + full.slice(0, 2) : full}` // Sanity puts alpha first
}

const READERS = {
  w: whole(1, MAX_PX),
  h: whole(1, MAX_PX),
  'min-w': number(1, MAX_PX),
  'max-w': number(1, MAX_PX),
  'min-h': number(1, MAX_PX),
  'max-h': number(1, MAX_PX),
  dpr: number(1, 3),
  rect: rectangle,
  fit: oneOf('clip', 'crop', 'fill', 'fillmax', 'max', 'scale', 'min'),
  crop,
  'fp-x': number(0, 1),
  'fp-y': number(0, 1),
  flip: oneOf('h', 'v', 'hv', 'vh'),
  or: oneOf('0', '90', '180', '270'),
  blur: number(0, 2000),
  sharp: number(0, 100),
  sharpen: number(0, 100),
  sat: number(-100, 100),
  invert: oneOf('true', 'false'),
  bg: colour,
  pad: whole(0, MAX_PX),
  frame: oneOf('1'),
  fm: oneOf(...(Object.keys(FORMATS) as (keyof typeof FORMATS)[])),
  auto: oneOf('format'),
  q: whole(0, 100),
}
export type ImageParameters = {
  [Name in keyof typeof READERS]?: NonNullable<ReturnType<(typeof READERS)[Name]>>
}

/** Whether a URL asks for more than the original. */
export const wantsTransform = (search: URLSearchParams) =>
  Object.keys(READERS).some((name) => search.has(name))

/** Parses the parameters of an image URL. Throws 400. https://www.sanity.io/docs/image-urls */
export function parseImageParameters(search: URLSearchParams): ImageParameters {
  const entries = Object.entries(READERS).flatMap(([name, read]) => {
    const text = search.get(name)
    if (text === null) return []
    const value = read(text, name)
    if (value === undefined) throw httpError(400, `Invalid ${name}: ${text}`)
    return [[name, value]]
  })
  return Object.fromEntries(entries)
}
