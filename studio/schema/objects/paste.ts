import { htmlToPortableText } from '@portabletext/html'
import { sanitySchemaToPortableTextSchema } from '@portabletext/sanity-bridge'
import type { ArraySchemaType, PortableTextInputProps } from 'sanity'
import {
  withoutFixedSpaces,
  withoutInvisibleCharacters,
} from '#studio/schema/objects/invisible-characters.ts'

type OnPaste = NonNullable<PortableTextInputProps['onPaste']>

/** How our links are called in a text; the converter knows only `link`. */
const LINK = 'textLink'

/**
 * What is no part of the text: what its author didn't see either (text that Word hides, the first line of a newsletter), what
 * was taken out and is only shown as such, what reviewers said in Word's margin, the signs of its lists (the converter knows
 * them where Word breaks no line within), and the boxes of a list to tick off in Google Docs, which are pictures.
 */
const HIDDEN = [
  '[style*="display:none"], [style*="display: none"], [style*="mso-hide"], [hidden]',
  'del, .MsoCommentReference, [style*="mso-element:comment"], [style*="mso-list"][style*="Ignore"]',
  'img[aria-roledescription="checkbox"]',
].join()

/** Word for the web has paragraphs that are headings. */
const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role="heading"]'

/** Where a footnote's figure stands, or a power's. */
const RAISED = 'sup, [style*="vertical-align:super"], [style*="vertical-align: super"]'

/** What makes a paragraph of its own: lines that stand in a `div` each, as in mails, would run together. */
const BLOCKS =
  'address, article, blockquote, div, dl, h1, h2, h3, h4, h5, h6, li, ol, p, pre, section, table, ul'

/** What has no place in a text, and what is said of it. */
const LOST = {
  img: 'Pictures stay behind: a text has none.',
  table: 'A table became paragraphs, one for each cell.',
  's, strike, [style*="line-through"]':
    'Words that were struck through are there without the line: take out what no longer counts.',
}

/**
 * What is pasted from Word, Google Docs, a mail or a page keeps its links, headings and paragraphs, and leaves what was
 * hidden or taken out there, comments, and empty lines. The Studio would write a link's address behind its words, in brackets,
 * make a paragraph of each heading that has another level than ours, show hidden words, and put a footnote's figure behind a
 * price as if it were one of it. What can't come along is said to `warn`.
 */
export const pasteText =
  (warn: (words: string) => void): OnPaste =>
  ({ event, schemaTypes }) => {
    const { clipboardData } = event
    // Copied from a text of the Studio: it has a form of its own.
    if (!clipboardData || clipboardData.types.includes('application/x-portable-text')) return undefined
    if (!clipboardData.types.includes('text/html')) {
      tidyLetters(event.nativeEvent, clipboardData.getData('text/plain'))
      return undefined
    }
    const page = new DOMParser().parseFromString(clipboardData.getData('text/html'), 'text/html')
    // Read first: many a page and mail writes them as &shy; or &#8203;.
    page.body.innerHTML = withoutInvisibleCharacters(page.body.innerHTML)
    for (const raised of page.querySelectorAll(RAISED))
      if (!/\p{L}{2}/u.test(raised.textContent)) raiseFigures(raised)
    nameNumbers(page)
    for (const hidden of page.querySelectorAll(HIDDEN)) hidden.remove()
    for (const [parts, words] of Object.entries(LOST)) if (page.querySelector(parts)) warn(words)
    const insert = fromPage(page, schemaTypes.portableText)
    return insert.length > 0 ? { insert } : undefined
  }

/**
 * Letters alone, where they hold what nobody types: the Studio sees no paragraph where lines end as they do in Windows, and
 * keeps signs that nobody sees. It is given them tidied, and sets them as it does others, in the style around them.
 */
function tidyLetters(event: Event, pasted: string) {
  const text = withoutFixedSpaces(withoutInvisibleCharacters(pasted).replace(/\r\n?/g, '\n'))
  if (text === pasted) return
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text.replace(/\n(?:[ \t]*\n)+/g, '\n\n'))
  Object.defineProperty(event, 'clipboardData', { value: clipboardData })
}

/**
 * Which of Word's lists have numbers the converter reads from its style sheet, which stays behind where a browser copied the text.
 * The signs tell it as well; what the style sheet says comes later, and counts.
 */
function nameNumbers(page: Document) {
  const style = page.createElement('style')
  for (const sign of page.querySelectorAll('[style*="mso-list"][style*="Ignore"]')) {
    const [, list, level] =
      /mso-list:\s*(l\d+)\s+(level\d+)/.exec(sign.closest('p')?.getAttribute('style') ?? '') ?? []
    if (list && /^\(?\w+[.)]/.test(sign.textContent.trim())) style.append(`@list ${list}:${level} {}`)
  }
  page.head.prepend(style)
}

/** Writes figures as signs that are raised by themselves: a text of ours raises none. */
function raiseFigures(within: Node) {
  if (within.nodeType === Node.TEXT_NODE)
    within.textContent = (within.textContent ?? '').replace(/\d/g, (figure) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(+figure))
  for (const part of within.childNodes) raiseFigures(part)
}

function fromPage(page: Document, type: ArraySchemaType<unknown>) {
  const { annotations, ...schema } = sanitySchemaToPortableTextSchema(type)
  const linked = annotations.some(({ name }) => name === LINK)
  for (const line of page.querySelectorAll('div'))
    if (!line.querySelector(BLOCKS)) line.replaceWith(inside('p', line))
  const before = page.createRange()
  for (const line of page.querySelectorAll('li > p')) {
    before.setStart(line.parentNode!, 0)
    before.setEndBefore(line)
    if (/\S/.test(before.toString())) line.prepend(page.createElement('br'))
  }
  for (const line of page.querySelectorAll('span br')) takeOut(line)
  // The converter forgets a span of nothing but space, as Word makes of two behind a sentence: the words would run together.
  for (const space of page.querySelectorAll('span'))
    if (/^\s+$/.test(space.innerHTML.replaceAll('&nbsp;', ' '))) space.replaceWith(' ')
  page.normalize()
  for (const link of page.querySelectorAll('a')) {
    link.href = ledTo(link.getAttribute('href') ?? '')
    if (!linked || !/^(?:https?|mailto|tel):/i.test(link.getAttribute('href') ?? ''))
      link.replaceWith(...link.childNodes)
  }
  const level = schema.styles.find(({ name }) => /^h\d$/.test(name))?.name
  for (const heading of level ? page.querySelectorAll(HEADINGS) : [])
    heading.replaceWith(inside(level!, heading))
  const blocks = htmlToPortableText(page.documentElement.outerHTML, {
    whitespaceMode: 'remove',
    schema: {
      ...schema,
      annotations: annotations.map((annotation) =>
        annotation.name === LINK ? { ...annotation, name: 'link' } : annotation,
      ),
    },
  })
  return blocks.map((block) => {
    const { children, markDefs } = block as { children?: { text?: string }[]; markDefs?: { _type: string }[] }
    return {
      ...block,
      ...(children && {
        children: children.map((child) => ({ ...child, text: child.text && withoutFixedSpaces(child.text) })),
      }),
      ...(markDefs && { markDefs: markDefs.map((mark) => ({ ...mark, _type: LINK })) }),
    }
  })
}

/** Where an address leads at last: documents that Google shares, and Outlook's mails, send every reader by way of themselves. */
function ledTo(address: string): string {
  const url = URL.parse(address)
  if (url?.hostname.endsWith('.safelinks.protection.outlook.com'))
    return url.searchParams.get('url') ?? address
  return url?.hostname === 'www.google.com' && url.pathname === '/url'
    ? (url.searchParams.get('q') ?? address)
    : address
}

/** Takes a line's end out of the spans around it, of which the converter reads only the letters. */
function takeOut(end: Element) {
  for (let span = end.parentElement; span?.matches('span'); span = end.parentElement) {
    const rest = span.cloneNode() as Element
    while (end.nextSibling) rest.append(end.nextSibling)
    span.after(end, rest)
  }
}

/** A new element with what was in another. */
function inside(tag: string, { ownerDocument, childNodes }: Element): Element {
  const element = ownerDocument.createElement(tag)
  element.append(...childNodes)
  return element
}
