import { join } from 'node:path'
import { Resvg, renderAsync } from '@resvg/resvg-js'
import { xml } from '#app/platform/xml.ts'
import { MARK, MARK_COLOUR, PAPER_COLOUR } from '#app/seo/mark.ts'
import { SHARE_SIZE } from '#app/seo/meta.ts'

/** Counts up when the drawing looks different: then every picture gets a new address. */
export const DRAWING_VERSION = 3

/** Besley 500, the site's display face (SIL Open Font License), in the one form that resvg reads. */
const FONT = {
  fontFiles: [join(import.meta.dirname, './besley-500.ttf')],
  // The picture is the same on every machine, whatever is installed there.
  loadSystemFonts: false,
  defaultFontFamily: 'Besley',
}
const INK = MARK_COLOUR
const CLAY = '#98421f'
const MARGIN = 72
const SCENE_WIDTH = 470
const TITLE_WIDTH = SHARE_SIZE.width - SCENE_WIDTH - 2 * MARGIN
const TITLE_SIZES_PX = [68, 60, 52, 44]
const MOST_LINES = 5
/** More than the smallest size has room for; each word is measured. */
const MOST_LETTERS = 300
/** For the question whether a sign is in the font: any size tells. */
const SIGN_SIZE_PX = 44
/** A word is broken where it is wider than a line of the smallest size. */
const LINE_OF_ONE_WORD = /.{1,20}/gu

/** What is drawn: brand, title, and a scene (JPEG), whose place stays in plain colour where there is none. */
type ShareDrawing = { brand: string; title: string; scene?: Buffer }
export const SCENE_SIZE = { width: SCENE_WIDTH, height: SHARE_SIZE.height }

/** A picture for shared links, as PNG of 1200 × 630 px. Works off the main thread. */
export async function drawShare({ brand, title, scene }: ShareDrawing): Promise<Buffer> {
  const { size, lines } = setTitle(inFont(title))
  const sceneX = SHARE_SIZE.width - SCENE_WIDTH
  const lineHeight = Math.round(size * 1.18)
  const firstLine = Math.round((SHARE_SIZE.height - (lines.length - 1) * lineHeight) / 2 + size * 0.5)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_SIZE.width}" height="${SHARE_SIZE.height}">
<rect width="100%" height="100%" fill="${PAPER_COLOUR}"/>
<rect x="${sceneX}" width="${SCENE_WIDTH}" height="100%" fill="#1f4a43"/>
${scene ? `<image x="${sceneX}" width="${SCENE_WIDTH}" height="${SHARE_SIZE.height}" preserveAspectRatio="xMidYMid slice" href="data:image/jpeg;base64,${scene.toString('base64')}"/>` : ''}
<path transform="translate(${MARGIN} ${MARGIN - 8}) scale(.75)" fill="${INK}" fill-rule="evenodd" d="${MARK}"/>
${text(inFont(brand), MARGIN + 64, MARGIN + 31, 38, INK)}
<rect x="${MARGIN}" y="${SHARE_SIZE.height - MARGIN - 8}" width="120" height="8" fill="${CLAY}"/>
${lines.map((line, index) => text(line, MARGIN, firstLine + index * lineHeight, size, INK)).join('\n')}
</svg>`
  return (await renderAsync(svg, { font: FONT })).asPng()
}

/**
 * The words as far as the font has their signs, which would otherwise be gaps: an emoji is left out, and all of it where a
 * letter or a figure is missing.
 */
function inFont(words: string): string {
  const signs = [...words.normalize('NFC')]
  const missing = [...new Set(signs)].filter((sign) => /\S/.test(sign) && widthOf(sign, SIGN_SIZE_PX) === 0)
  if (missing.some((sign) => /[\p{L}\p{N}]/u.test(sign))) return ''
  return signs.filter((sign) => !missing.includes(sign)).join('')
}

/** The largest size in which the title fits, cut where it fits in none. */
function setTitle(title: string): { size: number; lines: string[] } {
  const words = title
    .slice(0, MOST_LETTERS)
    .split(/\s+/)
    .flatMap((word) => word.match(LINE_OF_ONE_WORD) ?? [])
  for (const size of TITLE_SIZES_PX) {
    const lines = wrap(words, size)
    if (lines.length <= MOST_LINES && lines.every((line) => widthOf(line, size) <= TITLE_WIDTH))
      return { size, lines }
  }
  const size = TITLE_SIZES_PX.at(-1)!
  const lines = wrap(words, size).slice(0, MOST_LINES)
  return { size, lines: lines.map((line, index) => (index === MOST_LINES - 1 ? `${line} …` : line)) }
}

function wrap(words: string[], size: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = [...lines.slice(-1), word].join(' ')
    if (lines.length > 0 && widthOf(longer, size) <= TITLE_WIDTH) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function widthOf(words: string, size: number): number {
  const drawn = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${text(words, 0, size, size, INK)}</svg>`,
    { font: FONT },
  )
  return drawn.getBBox()?.width ?? 0
}

const text = (words: string, x: number, y: number, size: number, fill: string) =>
  `<text x="${x}" y="${y}" font-family="Besley" font-weight="500" font-size="${size}" fill="${fill}">${xml(words)}</text>`
