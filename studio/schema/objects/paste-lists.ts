/** Elements that are headings; Word for the web marks paragraphs with this role. */
export const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role="heading"]'
const LISTS = 'ul, ol'

type Warn = (message: string) => void

const NUMBER_IN_TEXT =
  'Some numbered items became paragraphs with their number, because lists here always start at 1.'
const NO_LETTERS = 'Letters and Roman numerals of lists became numbers.'
const NO_HEADING_NUMBERS = 'The numbers of headings were removed.'

/** Moves the children of an element into a new element. */
export function replaceTag({ ownerDocument, childNodes }: Element, tag: string): HTMLElement {
  const element = ownerDocument.createElement(tag)
  element.append(...childNodes)
  return element
}

/** Moves headings out of HTML lists, and turns items with a number that our lists can't show into paragraphs. */
export function normalizeLists(page: Document, warn: Warn) {
  for (const heading of page.querySelectorAll(HEADINGS)) {
    const items = [...heading.querySelectorAll('li')]
    if (items.length === 0) continue
    heading.replaceWith(...items.map((item) => replaceTag(item, 'h1')))
    warn(NO_HEADING_NUMBERS)
  }
  for (const heading of page.querySelectorAll(HEADINGS)) moveOutOfList(heading, warn)
  for (const list of page.querySelectorAll<HTMLOListElement>('ol[start]')) {
    const before = (list.closest('.ListContainerWrapper') ?? list).previousElementSibling
    const continuesList = before?.matches(LISTS) || before?.querySelector(LISTS)
    if (list.start === 1 || !list.firstChild || continuesList || list.parentElement?.closest(LISTS)) continue
    list.replaceWith(...numberedParagraphs(list))
    warn(NUMBER_IN_TEXT)
  }
  if (
    page.querySelector(
      'ol:is([type="a" i], [type="i" i]), li:is([style*="type:lower-"], [style*="type:upper-"])',
    )
  )
    warn(NO_LETTERS)
  for (const line of page.querySelectorAll('li :is(p, div) + :is(p, div)'))
    line.before(page.createElement('br'))
}

function moveOutOfList(heading: Element, warn: Warn) {
  const item = heading.closest('li')
  const list = item?.parentElement
  if (!item || !list) return
  const rest = list.cloneNode() as Element
  rest.removeAttribute('start')
  while (item.nextSibling) rest.append(item.nextSibling)
  list.after(...item.childNodes, rest)
  item.remove()
  if (list.matches('ol')) warn(NO_HEADING_NUMBERS)
}

function numberedParagraphs(list: HTMLOListElement): Element[] {
  let number = list.start
  return [...list.children].flatMap((item) => {
    if (item.matches(LISTS)) return item
    const line = item.querySelector('p') ?? item
    line.prepend(`${number++}. `)
    return line === item ? replaceTag(item, 'p') : [...item.children]
  })
}

/** Marks Word's list items, which are paragraphs, with `data-level` and `data-list`. */
export function markWordLists(page: Document, warn: Warn) {
  const lines = [...page.querySelectorAll<HTMLElement>(`p, ${HEADINGS}`)].map((line) => {
    const [, list, level] = /mso-list:\s*(l\d+)\s+level(\d+)/.exec(line.getAttribute('style') ?? '') ?? []
    const element = line.querySelector('[style*="mso-list"][style*="Ignore"]')
    const marker = element?.textContent.trim() ?? ''
    element?.remove()
    return { line, list, level: Number(level), marker }
  })
  /** Lists with numbers such as 1.1. Other texts may refer to these numbers. */
  const multilevel = new Set(lines.flatMap(({ list, marker }) => (/\w\.\w/.test(marker) ? list : [])))
  let counts: number[] = []
  for (const { line, list, level, marker } of lines) {
    if (!list) counts = []
    if (!list) continue
    // The converter would turn them into list items.
    for (const name of ['class', 'style']) line.removeAttribute(name)
    const isHeading = line.matches(HEADINGS)
    // A bullet can be a letter of a symbol font, such as "o".
    const isNumber = /\p{N}|^\(?\p{L}{1,6}[.)]/u.test(marker)
    const count = isNumber ? (counts[level - 1] ?? 0) + 1 : 0
    const digits = Number(/^\(?(\d+)[.)]?$/.exec(marker)?.[1])
    if (isNumber && (multilevel.has(list) || (!isHeading && digits && digits !== count))) {
      line.prepend(`${marker} `)
      counts = []
      if (!isHeading) warn(NUMBER_IN_TEXT)
    } else if (isHeading) {
      counts = []
      if (isNumber) warn(NO_HEADING_NUMBERS)
    } else {
      counts = [...counts.slice(0, level - 1)]
      counts[level - 1] = count
      line.dataset.level = `${level}`
      line.dataset.list = isNumber ? 'number' : 'bullet'
      if (isNumber && !digits) warn(NO_LETTERS)
    }
  }
}
