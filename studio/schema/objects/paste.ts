import { htmlToPortableText } from '@portabletext/html'
import { sanitySchemaToPortableTextSchema } from '@portabletext/sanity-bridge'
import type { ArraySchemaType, PortableTextInputProps } from 'sanity'
import { withoutFixedSpaces, withoutInvisible } from '#studio/schema/objects/invisible-characters.ts'
import { elementOf, HEADINGS, keepNumbers, markListItems } from '#studio/schema/objects/paste-lists.ts'
import { denseListLevels } from '../../../app/content/dense-list-levels.ts'

type OnPaste = NonNullable<PortableTextInputProps['onPaste']>
type Warn = (message: string) => void

/** The name of links in our texts; the converter knows only `link`. */
const LINK = 'textLink'

/**
 * What its author didn't see as text either: hidden text of Word and newsletters, deleted text, Word's comments and list numbers
 * (they are read before), and the boxes of Google Docs' checklists, which are images.
 */
const HIDDEN = [
  '[style*="display:none"], [style*="display: none"], [style*="mso-hide"], [hidden]',
  'del, .MsoCommentReference, [style*="mso-element:comment"], [style*="mso-list"][style*="Ignore"]',
  'img[aria-roledescription="checkbox"]',
].join()

/** Footnote numbers and exponents. */
const RAISED = 'sup, [style*="vertical-align:super"], [style*="vertical-align: super"]'

/** Elements that make a paragraph. Mails have a `div` for each line. */
const BLOCKS =
  'address, article, blockquote, div, dl, h1, h2, h3, h4, h5, h6, li, ol, p, pre, section, table, ul'

/** What a text can't hold, and the warning. */
const LOST = {
  img: 'Pictures stay behind: a text has none.',
  table: 'A table became paragraphs, one for each cell.',
  's, strike, [style*="line-through"]':
    'Words that were struck through are there without the line: take out what no longer counts.',
}

/**
 * Pastes from word processors, mails and web pages: keeps links, headings, lists and paragraphs; leaves out hidden text, comments
 * and empty lines. `warn` is called with what was lost.
 */
export const pasteText =
  (warn: Warn): OnPaste =>
  ({ event, schemaTypes }) => {
    const { clipboardData } = event
    // Copied in the Studio: the editor has a format of its own.
    if (!clipboardData || clipboardData.types.includes('application/x-portable-text')) return undefined
    const html = clipboardData.getData('text/html')
    const page = html ? pageOf(html) : pageOfLines(clipboardData.getData('text/plain'))
    if (!page) return undefined
    const warnings = new Set<string>()
    const insert = convert(page, schemaTypes.portableText, (message) => warnings.add(message))
    for (const message of warnings) warn(message)
    return insert.length > 0 ? { insert } : undefined
  }

function pageOf(html: string): Document {
  const page = new DOMParser().parseFromString(html, 'text/html')
  // Parsed first, because pages and mails write these characters as &shy; or &#8203;.
  page.body.innerHTML = withoutInvisible(page.body.innerHTML)
  return page
}

/** Undefined for a text that the Studio pastes well by itself: it takes Windows' line ends for part of a paragraph. */
function pageOfLines(pasted: string): Document | undefined {
  const text = withoutFixedSpaces(withoutInvisible(pasted).replace(/\r\n?/g, '\n'))
  if (text === pasted) return undefined
  const page = new DOMParser().parseFromString('', 'text/html')
  for (const paragraph of text.split(/\n(?:[ \t]*\n)+/)) {
    const element = page.createElement('p')
    for (const [index, line] of paragraph.split('\n').entries())
      element.append(...(index > 0 ? [page.createElement('br'), line] : [line]))
    page.body.append(element)
  }
  return page
}

function convert(page: Document, type: ArraySchemaType<unknown>, warn: Warn) {
  const { annotations, ...schema } = sanitySchemaToPortableTextSchema(type)
  const heading = schema.styles.find(({ name }) => /^h\d$/.test(name))?.name
  for (const raised of page.querySelectorAll(RAISED))
    if (!/\p{L}{2}/u.test(raised.textContent)) raiseDigits(raised)
  markListItems(page)
  if (schema.lists.length > 0) keepNumbers(page, warn)
  for (const hidden of page.querySelectorAll(HIDDEN)) hidden.remove()
  for (const [parts, message] of Object.entries(LOST)) if (page.querySelector(parts)) warn(message)
  for (const line of page.querySelectorAll('div'))
    if (!line.querySelector(BLOCKS)) line.replaceWith(elementOf(line, 'p'))
  for (const line of page.querySelectorAll('span br')) takeOut(line)
  // The converter drops a span of spaces, as Word writes after a sentence.
  for (const space of page.querySelectorAll('span'))
    if (/^\s+$/.test(space.innerHTML.replaceAll('&nbsp;', ' '))) space.replaceWith(' ')
  page.normalize()
  const linked = annotations.some(({ name }) => name === LINK)
  for (const link of page.querySelectorAll('a')) {
    link.href = destinationOf(link.getAttribute('href') ?? '')
    if (!linked || !/^(?:https?|mailto|tel):/i.test(link.getAttribute('href') ?? ''))
      link.replaceWith(...link.childNodes)
  }
  for (const element of heading ? page.querySelectorAll(HEADINGS) : [])
    element.replaceWith(elementOf(element, heading!))
  const blocks = htmlToPortableText(page.documentElement.outerHTML, {
    whitespaceMode: 'remove',
    schema: {
      ...schema,
      annotations: annotations.map((annotation) =>
        annotation.name === LINK ? { ...annotation, name: 'link' } : annotation,
      ),
    },
    rules: [
      {
        deserialize(node, next) {
          const { level, marker } = (node as HTMLElement).dataset ?? {}
          const listItem = marker ? 'number' : 'bullet'
          if (!level || !schema.lists.some(({ name }) => name === listItem)) return undefined
          const children = [next(node.childNodes) ?? []].flat()
          return { _type: 'block', style: 'normal', listItem, level: Number(level), markDefs: [], children }
        },
      },
    ],
  }) as Block[]
  return denseListLevels(blocks).map(({ children, markDefs, ...block }) => ({
    ...block,
    ...(children && {
      children: children.map((child) => ({ ...child, text: child.text && withoutFixedSpaces(child.text) })),
    }),
    ...(markDefs && { markDefs: markDefs.map((mark) => ({ ...mark, _type: LINK })) }),
  }))
}

type Block = {
  _key: string
  _type: string
  listItem?: string
  level?: number
  children?: { text?: string }[]
  markDefs?: { _type: string }[]
}

/** Writes digits as raised characters: our texts raise none. */
function raiseDigits(within: Node) {
  if (within.nodeType === Node.TEXT_NODE)
    within.textContent = (within.textContent ?? '').replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(+digit))
  for (const part of within.childNodes) raiseDigits(part)
}

/** The destination of a link: Google's shared documents and Outlook's mails put an address of their own in front. */
function destinationOf(address: string): string {
  const url = URL.parse(address)
  if (url?.hostname.endsWith('.safelinks.protection.outlook.com'))
    return url.searchParams.get('url') ?? address
  return url?.hostname === 'www.google.com' && url.pathname === '/url'
    ? (url.searchParams.get('q') ?? address)
    : address
}

/** Moves a line break out of the spans around it: the converter reads only their letters. */
function takeOut(end: Element) {
  for (let span = end.parentElement; span?.matches('span'); span = end.parentElement) {
    const rest = span.cloneNode() as Element
    while (end.nextSibling) rest.append(end.nextSibling)
    span.after(end, rest)
  }
}
