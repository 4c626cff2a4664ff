/** A drawing (SVG) of paths alone, as a page can carry it: with nothing in it that could be a script, a style or a link. */
export type PathDrawing = { viewBox: string; paths: Path[] }
type Path = { d: string; fill?: string; fillRule?: 'evenodd' | 'nonzero'; transform?: string }

const FILE = /^\s*<svg([^<>]*)>((?:\s*<path[^<>]*\/>)+)\s*<\/svg>\s*$/
const PATH = /<path([^<>]*)\/>/g
const ATTRIBUTE = /\s+([a-zA-Z:-]+)="([^"<>&]*)"/g

const NUMBERS = /^[\d\s.,eE+-]+$/
/** What the file may say of itself: its name and size are the content's to say. */
const OF_SVG: Record<string, RegExp> = {
  xmlns: /^http:\/\/www\.w3\.org\/2000\/svg$/,
  viewBox: NUMBERS,
  width: NUMBERS,
  height: NUMBERS,
  role: /./,
  'aria-label': /./,
}
const OF_PATH: Record<string, RegExp> = {
  d: /^[\d\s.,eE+\-a-z]+$/i,
  fill: /^(?:#[0-9a-f]{3,8}|[a-z]+)$/i,
  'fill-rule': /^(?:evenodd|nonzero)$/,
  transform: /^[\d\s.,eE+\-a-z()]+$/i,
}

/** Reads a file that holds paths and nothing else, each attribute one that is known; undefined for any other. */
export function pathDrawing(file: string): PathDrawing | undefined {
  const [, head, body] = FILE.exec(file) ?? []
  const svg = head === undefined ? undefined : attributes(head, OF_SVG)
  if (!svg?.viewBox || body === undefined) return undefined
  const paths: Path[] = []
  for (const [, text = ''] of body.matchAll(PATH)) {
    const path = attributes(text, OF_PATH)
    if (!path?.d) return undefined
    const { d, fill, 'fill-rule': fillRule, transform } = path
    paths.push({ d, fill, fillRule: fillRule as Path['fillRule'], transform })
  }
  return { viewBox: svg.viewBox, paths }
}

/** Undefined where one is unknown, or says what it may not. */
function attributes(text: string, allowed: Record<string, RegExp>): Record<string, string> | undefined {
  const found: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (!Object.hasOwn(allowed, name) || !allowed[name]?.test(value)) return undefined
    found[name] = value
  }
  return text.replace(ATTRIBUTE, '').trim() === '' ? found : undefined
}
