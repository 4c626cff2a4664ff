import { htmlToPortableText } from '@portabletext/html'
import { sanitySchemaToPortableTextSchema } from '@portabletext/sanity-bridge'
import type { ArraySchemaType, PortableTextInputProps } from 'sanity'

type OnPaste = NonNullable<PortableTextInputProps['onPaste']>

/** How our links are called in a text; the converter knows only `link`. */
const LINK = 'textLink'

/** What the author didn't see either: text that Word hides, the first line of a newsletter. */
const HIDDEN = '[style*="display:none"], [style*="display: none"], [style*="mso-hide"], [hidden]'

/** What makes a paragraph of its own: lines that stand in a `div` each, as in mails, would run together. */
const BLOCKS =
  'address, article, blockquote, div, dl, h1, h2, h3, h4, h5, h6, li, ol, p, pre, section, table, ul'

/** What has no place in a text, and what is said of it. */
const LOST = {
  img: 'Pictures stay behind: a text has none.',
  table: 'A table became paragraphs, one for each cell.',
}

/**
 * What is pasted from Word, Google Docs, a mail or a page keeps its links, headings and paragraphs, and leaves what was
 * hidden there, and empty lines. The Studio would write a link's address behind its words, in brackets, make a paragraph of
 * each heading that has another level than ours, and show hidden words. What can't come along is said to `warn`.
 */
export const pasteText =
  (warn: (words: string) => void): OnPaste =>
  ({ event, schemaTypes }) => {
    const { clipboardData } = event
    // Copied from a text of the Studio: it has a form of its own.
    if (!clipboardData || clipboardData.types.includes('application/x-portable-text')) return undefined
    const page = new DOMParser().parseFromString(clipboardData.getData('text/html'), 'text/html')
    for (const hidden of page.querySelectorAll(HIDDEN)) hidden.remove()
    for (const [tag, words] of Object.entries(LOST)) if (page.querySelector(tag)) warn(words)
    const insert = fromPage(page, schemaTypes.portableText)
    return insert.length > 0 ? { insert } : undefined
  }

function fromPage(page: Document, type: ArraySchemaType<unknown>) {
  const { annotations, ...schema } = sanitySchemaToPortableTextSchema(type)
  const linked = annotations.some(({ name }) => name === LINK)
  for (const line of page.querySelectorAll('div'))
    if (!line.querySelector(BLOCKS)) line.replaceWith(inside('p', line))
  for (const second of page.querySelectorAll('li > p + p')) second.prepend(page.createElement('br'))
  // The converter forgets a span of nothing but space, as Word makes of two behind a sentence: the words would run together.
  for (const space of page.querySelectorAll('span'))
    if (/^\s+$/.test(space.innerHTML.replaceAll('&nbsp;', ' '))) space.replaceWith(' ')
  page.normalize()
  for (const link of page.querySelectorAll('a'))
    if (!linked || !/^(?:https?|mailto|tel):/i.test(link.getAttribute('href') ?? ''))
      link.replaceWith(...link.childNodes)
  const level = schema.styles.find(({ name }) => /^h\d$/.test(name))?.name
  for (const heading of level ? page.querySelectorAll('h1, h2, h3, h4, h5, h6') : [])
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
    const { markDefs } = block as { markDefs?: { _type: string }[] }
    return markDefs ? { ...block, markDefs: markDefs.map((mark) => ({ ...mark, _type: LINK })) } : block
  })
}

/** A new element with what was in another. */
function inside(tag: string, { ownerDocument, childNodes }: Element): Element {
  const element = ownerDocument.createElement(tag)
  element.append(...childNodes)
  return element
}
