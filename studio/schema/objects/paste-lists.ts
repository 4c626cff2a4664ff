/** Elements that are headings; Word Online has paragraphs with that role. */
export const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role="heading"]'
const LISTS = 'ul, ol'
/** What a list item may hold besides text; each is a line of its own. */
const LINES = 'p, div, section, article, blockquote, dl, pre'

/**
 * Marks each list item of a page as one element with `data-level`, 1 and up, and `data-marker`, the number that it has there ("1.",
 * "2.1", "b)"; empty for a bullet). Headings among them become headings without a list, with `data-marker` alone.
 *
 * Known: nested lists of HTML and Google Docs (lists directly inside lists), Word's paragraphs with `mso-list`, Word Online's one
 * list per item with `data-aria-level` and `data-leveltext`, Dropbox Paper's and Quill's indents by class.
 */
export function markListItems(page: Document) {
  for (const heading of page.querySelectorAll(HEADINGS))
    if (heading.querySelector('li')) turnInsideOut(heading)
  for (const item of page.querySelectorAll<HTMLElement>(':not(li)[style*="mso-list"]')) markWordItem(item)
  const numbers: number[] = []
  for (const list of page.querySelectorAll(LISTS))
    if (!list.parentElement?.closest(LISTS)) list.replaceWith(...itemsOf(list, 1, numbers))
}

/** `<h1><ol><li>` becomes `<ol><li><h1>`. */
function turnInsideOut(heading: Element) {
  for (const item of heading.querySelectorAll('li')) item.replaceChildren(elementOf(item, 'h1'))
  heading.replaceWith(...heading.childNodes)
}

function markWordItem(item: HTMLElement) {
  const [, list, level] = /mso-list:\s*(l\d+)\s+level(\d+)/.exec(item.getAttribute('style') ?? '') ?? []
  const marker = item.querySelector('[style*="mso-list"][style*="Ignore"]')?.textContent.trim() ?? ''
  if (!list || !level) return
  const isHeading = item.matches(HEADINGS)
  // A bullet can be a letter of a symbol font: "o", "§".
  const isNumber = /\p{N}|^\(?\p{L}{1,6}[.)、]/u.test(marker)
  for (const name of ['class', 'style']) item.removeAttribute(name) // the converter would make a list item of it
  mark(item, { list, level: isHeading ? undefined : level, marker: isNumber ? marker : '' })
}

function* itemsOf(list: Element, depth: number, numbers: number[]): Generator<Node> {
  let isFirst = true
  for (const item of [...list.children] as HTMLElement[]) {
    if (item.matches(LISTS)) {
      yield* itemsOf(item, depth + 1, numbers)
      continue
    }
    const nested = [...item.querySelectorAll(LISTS)].filter(
      (inner) => inner.parentElement?.closest(LISTS) === list,
    )
    for (const inner of nested) inner.remove()
    if (/\S/.test(item.textContent)) {
      const level = levelOf(item, list, depth)
      const before = isFirst ? wholeNumber(list.getAttribute('start'), 1) - 1 : numbers[level] || 0
      const isBullet = list.matches('ul') || item.dataset.list === 'bullet'
      numbers[level] = isBullet ? Number.NaN : wholeNumber(item.getAttribute('value'), before + 1)
      numbers.length = level + 1
      isFirst = false
      yield* itemOf(item, { list: item.dataset.listid, level, marker: markerOf(item, list, numbers, level) })
    }
    for (const inner of nested) yield* itemsOf(inner, depth + 1, numbers)
  }
}

const wholeNumber = (text: string | null, otherwise: number): number =>
  Number.parseInt(text ?? '', 10) || otherwise

function levelOf(item: HTMLElement, list: Element, depth: number): number {
  const [, listed] = /listindent(\d+)/.exec(list.className) ?? []
  const [, indent] = /ql-indent-(\d+)/.exec(item.className) ?? []
  return Number(item.dataset.ariaLevel ?? listed) || depth + Number(indent ?? 0)
}

function markerOf(item: HTMLElement, list: Element, numbers: number[], level: number): string {
  const style = `${item.getAttribute('style')} ${list.getAttribute('style')}`
  const [, type = ''] = /list-style(?:-type)?:\s*([\w-]+)/.exec(style) ?? [
    '',
    list.getAttribute('type') ?? '',
  ]
  if (Number.isNaN(numbers[level]) || /^(?:disc|circle|square)$/.test(type)) return ''
  const number = (of: number) => styled(numbers[of] ?? 1, of === level ? type : '')
  const { leveltext = '' } = item.dataset
  return leveltext.includes('%')
    ? leveltext.replace(/%(\d)/g, (_, of) => number(Number(of)))
    : `${number(level)}.`
}

/** A number as a list of this type shows it: `type` of HTML, or `list-style-type` of CSS. */
function styled(number: number, type: string): string {
  const write = /alpha|latin|^a$/i.test(type) ? letterOf : /roman|^i$/i.test(type) ? romanOf : String
  const text = write(number)
  return /^(?:A|I|upper)/.test(type) ? text.toUpperCase() : text
}
const letterOf = (number: number): string => String.fromCharCode(97 + ((number - 1) % 26))
const romanOf = (number: number): string =>
  number < 1 || number > 99
    ? `${number}`
    : 'i'
        .repeat(number)
        .replace(/i{10}/g, 'x')
        .replace('iiiiiiiii', 'ix')
        .replace('iiiii', 'v')
        .replace('iiii', 'iv')

type Item = { list: string | undefined; level: number | string | undefined; marker: string }

function* itemOf(item: HTMLElement, about: Item): Generator<Node> {
  const heading = item.querySelector<HTMLElement>(HEADINGS)
  if (heading) {
    mark(heading, { ...about, level: undefined })
    yield* [...item.childNodes]
  } else {
    joinLines(item)
    const line = elementOf(item, 'p')
    mark(line, about)
    yield line
  }
}

/** Lines of an item stay lines of one paragraph. */
function joinLines(item: Element) {
  const before = item.ownerDocument.createRange()
  for (const line of item.querySelectorAll(LINES)) {
    before.setStart(item, 0)
    before.setEndBefore(line)
    if (/\S/.test(before.toString())) line.before(item.ownerDocument.createElement('br'))
    line.replaceWith(...line.childNodes)
  }
}

function mark(element: HTMLElement, { list, level, marker }: Item) {
  if (level) element.dataset.level = `${level}`
  element.dataset.marker = marker
  element.dataset.numbering = list ?? ''
}

/** Moves what an element holds into a new one. */
export function elementOf({ ownerDocument, childNodes }: Element, tag: string): HTMLElement {
  const element = ownerDocument.createElement(tag)
  element.append(...childNodes)
  return element
}

const SEVERAL_PARTS = /[\p{L}\p{N}][.-][\p{L}\p{N}]/u

/**
 * Lists here count 1, 2, 3 from their start. Items with another number, as in "see 2.1", become paragraphs that begin with it.
 * `warn` is called with what was lost.
 */
export function keepNumbers(page: Document, warn: (message: string) => void) {
  const items = [...page.querySelectorAll<HTMLElement>('[data-marker]')]
  const isLegal = ({ dataset }: HTMLElement) => SEVERAL_PARTS.test(dataset.marker ?? '')
  const legal = new Set(items.filter(isLegal).map(({ dataset }) => dataset.numbering))
  let counts: number[] = []
  items.forEach((item, index) => {
    const { marker, numbering } = item.dataset
    const depth = Number(item.dataset.level ?? 0)
    if (depth === 0 || isTextBetween(items[index - 1], item)) counts = []
    counts = [...counts.slice(0, depth - 1), (marker && counts[depth - 1]) || 0]
    if (!marker) return
    const number = (counts[depth - 1] ?? 0) + 1
    counts[depth - 1] = number
    const shown = marker.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
    const isCounted =
      depth === 0 || [letterOf(number), romanOf(number)].includes(shown) || Number(shown) === number
    if (legal.has(numbering) || !isCounted) {
      item.prepend(`${marker} `)
      delete item.dataset.level
      counts = []
      if (depth > 0)
        warn(
          'Some numbered items became paragraphs with their number in front: lists here count 1, 2, 3 from their start.',
        )
    } else if (depth === 0) warn('The numbers of headings were left out.')
    else if (Number(shown) !== number) warn('Letters and Roman numerals of lists became numbers.')
  })
}

function isTextBetween(before: Element | undefined, item: Element): boolean {
  if (!before) return false
  const range = item.ownerDocument.createRange()
  range.setStartAfter(before)
  range.setEndBefore(item)
  return /\S/.test(range.toString())
}
