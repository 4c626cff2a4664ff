import { htmlToPortableText } from '@portabletext/html'
import { sanitySchemaToPortableTextSchema } from '@portabletext/sanity-bridge'
import type { ArraySchemaType, PortableTextInputProps } from 'sanity'

type OnPaste = NonNullable<PortableTextInputProps['onPaste']>

/** How our links are called in a text; the converter knows only `link`. */
const LINK = 'textLink'

/**
 * What is pasted from Word, Google Docs or a page keeps its links and headings. The Studio would write a link's address
 * behind its words, in brackets, and make a paragraph of each heading that has another level than ours.
 */
export const pasteText: OnPaste = ({ event, schemaTypes }) => {
  const { clipboardData } = event
  // Copied from a text of the Studio: it has a form of its own.
  if (!clipboardData || clipboardData.types.includes('application/x-portable-text')) return undefined
  const html = clipboardData.getData('text/html')
  if (!/<(?:a|h[1-6])\b/i.test(html)) return undefined
  return { insert: fromHtml(html, schemaTypes.portableText) }
}

function fromHtml(html: string, type: ArraySchemaType<unknown>) {
  const { annotations, ...schema } = sanitySchemaToPortableTextSchema(type)
  const linked = annotations.some(({ name }) => name === LINK)
  const page = new DOMParser().parseFromString(html, 'text/html')
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
