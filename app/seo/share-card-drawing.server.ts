import { join } from 'node:path'
import { Resvg, renderAsync } from '@resvg/resvg-js'
import { escapeXml } from '#app/platform/xml.ts'
import { MARK, MARK_COLOR, PAPER_COLOR } from '#app/seo/mark.ts'
import { SHARE_SIZE } from '#app/seo/meta.ts'

/** Increase this when the design changes. Then every card gets a new URL. */
export const DRAWING_VERSION = 3

/** Besley 500, the site's display font (SIL Open Font License), as TTF for resvg. */
const FONT = {
  fontFiles: [join(import.meta.dirname, './besley-500.ttf')],
  // The card must look the same on every machine.
  loadSystemFonts: false,
  defaultFontFamily: 'Besley',
}
const INK = MARK_COLOR
const CLAY = '#98421f'
const MARGIN = 72
const PHOTO_WIDTH = 470
const TITLE_WIDTH = SHARE_SIZE.width - PHOTO_WIDTH - 2 * MARGIN
const TITLE_SIZES_PX = [68, 60, 52, 44]
const MAX_LINES = 5
const MAX_TITLE_CHARS = 300
/** Breaks words that are longer than a line. */
const LINE_OF_ONE_WORD = /.{1,20}/gu

/** `photo` is a JPEG. */
type Drawing = { brand: string; title: string; photo?: Buffer }
export const PHOTO_SIZE = { width: PHOTO_WIDTH, height: SHARE_SIZE.height }

/** Draws a share card: PNG, 1200 × 630 px. Does not block the main thread. */
export async function drawShareCard({ brand, title, photo }: Drawing): Promise<Buffer> {
  const { size, lines } = layOutTitle(inFont(title))
  const photoX = SHARE_SIZE.width - PHOTO_WIDTH
  const lineHeight = Math.round(size * 1.18)
  const firstLine = Math.round((SHARE_SIZE.height - (lines.length - 1) * lineHeight) / 2 + size * 0.5)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_SIZE.width}" height="${SHARE_SIZE.height}">
<rect width="100%" height="100%" fill="${PAPER_COLOR}"/>
<rect x="${photoX}" width="${PHOTO_WIDTH}" height="100%" fill="#1f4a43"/>
${photo ? `<image x="${photoX}" width="${PHOTO_WIDTH}" height="${SHARE_SIZE.height}" preserveAspectRatio="xMidYMid slice" href="data:image/jpeg;base64,${photo.toString('base64')}"/>` : ''}
<path transform="translate(${MARGIN} ${MARGIN - 8}) scale(.75)" fill="${INK}" fill-rule="evenodd" d="${MARK}"/>
${text(inFont(brand), MARGIN + 64, MARGIN + 31, 38, INK)}
<rect x="${MARGIN}" y="${SHARE_SIZE.height - MARGIN - 8}" width="120" height="8" fill="${CLAY}"/>
${lines.map((line, index) => text(line, MARGIN, firstLine + index * lineHeight, size, INK)).join('\n')}
</svg>`
  return (await renderAsync(svg, { font: FONT })).asPng()
}

/** Removes characters that the font lacks, such as emoji. Returns an empty text if it lacks a letter or digit. */
function inFont(text: string): string {
  const characters = [...text.normalize('NFC')]
  const missing = [...new Set(characters)].filter(
    (character) => /\S/.test(character) && widthOf(character, TITLE_SIZES_PX[0]!) === 0,
  )
  if (missing.some((character) => /[\p{L}\p{N}]/u.test(character))) return ''
  return characters.filter((character) => !missing.includes(character)).join('')
}

/** Finds the largest size in which the title fits. Truncates it if it fits in none. */
function layOutTitle(title: string): { size: number; lines: string[] } {
  const words = title
    .slice(0, MAX_TITLE_CHARS)
    .split(/\s+/)
    .flatMap((word) => word.match(LINE_OF_ONE_WORD) ?? [])
  for (const size of TITLE_SIZES_PX) {
    const lines = wrap(words, size)
    if (lines.length <= MAX_LINES && lines.every((line) => widthOf(line, size) <= TITLE_WIDTH))
      return { size, lines }
  }
  const size = TITLE_SIZES_PX.at(-1)!
  const lines = wrap(words, size).slice(0, MAX_LINES)
  return { size, lines: lines.map((line, index) => (index === MAX_LINES - 1 ? `${line} …` : line)) }
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

function widthOf(line: string, size: number): number {
  const drawn = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${text(line, 0, size, size, INK)}</svg>`,
    { font: FONT },
  )
  return drawn.getBBox()?.width ?? 0
}

const text = (line: string, x: number, y: number, size: number, fill: string) =>
  `<text x="${x}" y="${y}" font-family="Besley" font-weight="500" font-size="${size}" fill="${fill}">${escapeXml(line)}</text>`
