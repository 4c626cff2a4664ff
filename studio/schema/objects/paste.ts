import { htmlToPortableText } from '@portabletext/html'
import { sanitySchemaToPortableTextSchema } from '@portabletext/sanity-bridge'
import type { ArraySchemaType, PortableTextInputProps } from 'sanity'

type OnPaste = NonNullable<PortableTextInputProps['onPaste']>

/** How our links are called in a text; the converter knows only `link`. */
const LINK = 'textLink'

/** What the author didn't see either: text that Word hides, the first line of a newsletter. */
const HIDDEN = '[style*="display:none"], [style*="display: none"], [style*="mso-hide"], [hidden]'

/**
 * What is pasted from Word, Google Docs or a page keeps its links and headings, and leaves what was hidden there. The Studio
 * would write a link's address behind its words, in brackets, make a paragraph of each heading that has another level than
 * ours, and show hidden words.
 */
export const pasteText: OnPaste = ({ event, schemaTypes }) => {
  const { clipboardData } = event
  // Copied from a text of the Studio: it has a form of its own.
  if (!clipboardData || clipboardData.types.includes('application/x-portable-text')) return undefined
  const html = clipboardData.getData('text/html')
  const page = new DOMParser().parseFromString(html, 'text/html')
  if (!page.querySelector(`a, h1, h2, h3, h4, h5, h6, ${HIDDEN}`)) return undefined
  return { insert: fromPage(page, schemaTypes.portableText) }
}

function fromPage(page: Document, type: ArraySchemaType<unknown>) {
  const { annotations, ...schema } = sanitySchemaToPortableTextSchema(type)
  const linked = annotations.some(({ name }) => name === LINK)
  for (const hidden of page.querySelectorAll(HIDDEN)) hidden.remove()
  for (const link of page.querySelectorAll('a'))
    if (!linked || !/^(?:https?|mailto|tel):/i.test(link.getAttribute('href') ?? ''))
      link.replaceWith(...link.childNodes)
  const level = schema.styles.find(({ name }) => /^h\d$/.test(name))?.name
  for (const heading of level ? page.querySelectorAll('h1, h2, h3, h4, h5, h6') : []) {
    const ours = page.createElement(level!)
    ours.append(...heading.childNodes)
    heading.replaceWith(ours)
  }
  const blocks = htmlToPortableText(page.documentElement.outerHTML, {
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
