import { htmlToPortableText } from '@portabletext/html'
import { sanitySchemaToPortableTextSchema } from '@portabletext/sanity-bridge'
import type { ArraySchemaType, PortableTextInputProps } from 'sanity'
import { withoutInvisible } from '#studio/schema/objects/invisible-characters.ts'
import { HEADINGS, markWordLists, normalizeLists, replaceTag } from '#studio/schema/objects/paste-lists.ts'
import { denseListLevels } from '../../../app/content/dense-list-levels.ts'

type OnPaste = NonNullable<PortableTextInputProps['onPaste']>
type Warn = (message: string) => void

/** The name of links in our texts; the converter only supports `link`. */
const LINK = 'textLink'

/** Hidden and deleted text, Word's comments, and the checkboxes of Google Docs, which are images. */
const HIDDEN = [
  '[style*="display:none"], [style*="display: none"], [style*="mso-hide"], [hidden]',
  'del, .MsoCommentReference, [style*="mso-element:comment"], img[aria-roledescription="checkbox"]',
].join()

/** Footnote numbers and exponents. */
const SUPERSCRIPT = 'sup, [style*="vertical-align:super"], [style*="vertical-align: super"]'

/** Block-level elements. */
const PARAGRAPHS = `address, article, blockquote, div, dl, ${HEADINGS}, li, ol, p, pre, section, table, ul`

/** Unsupported elements, each with its warning. */
const UNSUPPORTED = {
  img: 'Images were left out, because a text cannot contain them.',
  table: 'A table became paragraphs, one for each cell.',
  's, strike, [style*="line-through"]':
    'Struck-through words became normal text. Delete the words that no longer apply.',
}

/** Converts text from word processors, mails and web pages. Calls `warn` once for each kind of loss. */
export const pasteText =
  (warn: Warn): OnPaste =>
  ({ event, schemaTypes }) => {
    const { clipboardData } = event
    // The editor itself handles text copied in the Studio.
    if (!clipboardData || clipboardData.types.includes('application/x-portable-text')) return undefined
    const html = clipboardData.getData('text/html') || windowsTextToHtml(clipboardData.getData('text/plain'))
    if (!html) return undefined
    const warnings = new Set<string>()
    const insert = convert(html, schemaTypes.portableText, (message) => warnings.add(message))
    for (const message of warnings) warn(message)
    return insert.length > 0 ? { insert } : undefined
  }

/** Converts plain text with Windows line ends, in which the editor finds no paragraphs. Returns '' for other texts. */
function windowsTextToHtml(text: string): string {
  if (!text.includes('\r\n')) return ''
  const paragraphs = text
    .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
    .split(/\r\n(?:[ \t]*\r\n)+/)
  return paragraphs.map((paragraph) => `<p>${paragraph.replaceAll('\r\n', '<br>')}</p>`).join('')
}

function convert(html: string, type: ArraySchemaType<unknown>, warn: Warn) {
  const { annotations, ...schema } = sanitySchemaToPortableTextSchema(type)
  const page = new DOMParser().parseFromString(html, 'text/html')
  // After parsing, because HTML may contain these characters as entities.
  page.body.innerHTML = withoutInvisible(page.body.innerHTML).replaceAll('&nbsp;', ' ')
  if (schema.lists.length > 0) {
    markWordLists(page, warn)
    normalizeLists(page, warn)
  } else for (const item of page.querySelectorAll('li')) item.replaceWith(replaceTag(item, 'p'))
  for (const hidden of page.querySelectorAll(HIDDEN)) hidden.remove()
  // Our texts have no superscript, and "$99" with the footnote 1 must not become "$991".
  for (const superscript of page.querySelectorAll(SUPERSCRIPT))
    if (!/\p{L}/u.test(superscript.textContent))
      superscript.textContent = superscript.textContent.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(+digit))
  for (const [selector, message] of Object.entries(UNSUPPORTED))
    if (page.querySelector(selector)) warn(message)
  // Mails have a `div` for each line.
  for (const line of page.querySelectorAll('div'))
    if (!line.querySelector(PARAGRAPHS)) line.replaceWith(replaceTag(line, 'p'))
  // The converter drops line breaks inside a span, and spans of spaces.
  for (const span of page.querySelectorAll('span'))
    if (span.querySelector('br') || /^\s+$/.test(span.innerHTML)) span.replaceWith(...span.childNodes)
  page.normalize()
  const hasLinks = annotations.some(({ name }) => name === LINK)
  for (const link of page.querySelectorAll('a'))
    if (!hasLinks || !/^(?:https?|mailto|tel):/i.test(link.getAttribute('href') ?? ''))
      link.replaceWith(...link.childNodes)
  const heading = schema.styles.find(({ name }) => /^h\d$/.test(name))?.name
  for (const element of heading ? page.querySelectorAll(HEADINGS) : [])
    element.replaceWith(replaceTag(element, heading!))
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
          const { level, list: listItem } = (node as HTMLElement).dataset ?? {}
          if (!level || !listItem) return undefined
          const children = [next(node.childNodes) ?? []].flat()
          return { _type: 'block', style: 'normal', listItem, level: Number(level), markDefs: [], children }
        },
      },
    ],
  }) as Block[]
  return denseListLevels(blocks).map(({ markDefs, ...block }) => ({
    ...block,
    ...(markDefs && { markDefs: markDefs.map((mark) => ({ ...mark, _type: LINK })) }),
  }))
}

type Block = {
  _key: string
  _type: string
  listItem?: string
  level?: number
  markDefs?: { _type: string }[]
}
