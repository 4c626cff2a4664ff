import {
  buildMarksTree,
  isPortableTextToolkitList,
  isPortableTextToolkitSpan,
  isPortableTextToolkitTextNode,
  nestLists,
  type ToolkitPortableTextDirectList,
} from '@portabletext/toolkit'
import { quotedSetting } from '#app/content/contact-details.ts'
import { denseListLevels } from '#app/content/dense-list-levels.ts'
import { linkHref } from '#app/content/href.ts'
import { pictureUrl } from '#app/content/media.ts'
import { type Piece, pieceText } from '#app/content/plain-text.ts'
import type { Article, InlineText, Link, Picture, RichText, Settings } from '#app/content/types.ts'

/** The page that a text is on. `url` is the absolute address of its HTML, which relative links start from. */
export type MarkdownPage = { settings: Settings; url: string }

type PortableTextBlock = Parameters<typeof buildMarksTree>[0]
type InlineNode = ReturnType<typeof buildMarksTree>[number]
/** A plain string, or one line of Portable Text. */
type LineValue = string | InlineText | null | undefined

/** Joins paragraphs with blank lines. Leaves out empty ones. */
export const paragraphs = (...parts: (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join('\n\n')

/** A list with bullets. Leaves out empty items. */
export const bullets = (items: (string | null | undefined | false)[]): string =>
  items
    .filter(Boolean)
    .map((item) => `- ${item}`)
    .join('\n')

/** Escapes the characters that are markup anywhere in a line (CommonMark, "Backslash escapes"). */
const escapeText = (text: string): string =>
  text.replace(/[\\`*_[\]<>~]|&(?=[#\w]+;)/g, '\\$&').replace(/[^\S\u00a0]+/g, ' ')

/** Escapes the characters that are markup at the start of a line: headings, lists and rules. */
const escapeStarts = (lines: string): string =>
  lines
    .replace(/^ *([-+](?=[\s-]|$)|#(?=#*(?:\s|$))|=)/gm, '\\$1')
    .replace(/^ *(\d+)(?=[.)](?:\s|$))/gm, '$1\\')

/** One line of text, with its quotes, emphasis and links. */
export const line = (value: LineValue, page: MarkdownPage): string =>
  escapeStarts(
    typeof value === 'string'
      ? escapeText(value.trim())
      : (value ?? []).map((block) => inline(block, page).replaceAll('\\\n', ' ')).join(' '),
  )

/** A heading of level 1 to 6. Empty without text. */
export function heading(level: number, value: LineValue, page: MarkdownPage): string {
  const text = line(value, page)
  return text && `${'#'.repeat(level)} ${text}`
}

/** A link with an absolute address. Only its text if the address is missing or invalid. */
export function linkTo(href: string | null | undefined, text: string, page: MarkdownPage): string {
  const url = href ? URL.parse(href, page.url)?.href.replace('(', '%28').replace(')', '%29') : undefined
  return url && text ? `[${text}](${url})` : text
}

/** Links of the content, in one paragraph. Leaves out unpublished targets. */
export const links = (
  values: (Pick<Link, 'label' | 'href' | 'target'> | null | undefined)[] | null | undefined,
  page: MarkdownPage,
): string =>
  (values ?? [])
    .flatMap((link) => {
      const href = link && linkHref(link)
      return href && link.label ? linkTo(href, line(link.label, page), page) : []
    })
    .join(' ')

/** The width in px of linked images. */
const IMAGE_WIDTH = 1500

/** An image with its alternative text. Empty for decoration. */
export function image(picture: Omit<Picture, '_key'> | null | undefined, page: MarkdownPage): string {
  const url = picture?.alt && pictureUrl(picture, { width: IMAGE_WIDTH })
  return url ? `!${linkTo(url, line(picture.alt, page), page)}` : ''
}

/** Paragraphs, headings, lists and quotations. */
export function richText(value: RichText | Article['body'] | undefined, page: MarkdownPage): string {
  const blocks = nestLists(
    denseListLevels((value ?? []) as RichText) as unknown as PortableTextBlock[],
    'direct',
  )
  return paragraphs(
    ...blocks.map((block) => {
      if (isPortableTextToolkitList(block)) return list(block as ToolkitPortableTextDirectList, page)
      const { style = '' } = block
      const level = /^h([2-6])$/.exec(style)?.[1]
      if (level) return heading(Number(level), [block] as unknown as InlineText, page)
      const text = escapeStarts(inline(block, page))
      return style === 'blockquote' ? text.replace(/^/gm, '> ') : text
    }),
  )
}

function list({ listItem, children }: ToolkitPortableTextDirectList, page: MarkdownPage): string {
  let number = 0
  return children
    .map((child) => {
      if (isPortableTextToolkitList(child)) return list(child, page).replace(/^/gm, '    ')
      const text = escapeStarts(inline(child, page))
      return `${listItem === 'number' ? `${++number}.` : '-'} ${text}`
    })
    .join('\n')
}

const inline = (block: unknown, page: MarkdownPage): string =>
  nodes(buildMarksTree(block as PortableTextBlock), page).trim()

function nodes(children: InlineNode[], page: MarkdownPage): string {
  return children
    .map((node) => {
      if (isPortableTextToolkitTextNode(node)) return node.text === '\n' ? '\\\n' : escapeText(node.text)
      if (!isPortableTextToolkitSpan(node)) return quote(node as unknown as Piece, page)
      const text = nodes(node.children, page)
      if (node.markType === 'strong') return emphasized(text, '**')
      if (node.markType === 'em') return emphasized(text, '*')
      return linkTo(node.markDef && linkHref(node.markDef as unknown as Link), text, page)
    })
    .join('')
}

/** The marker must touch the text: `** text**` is no emphasis. */
const emphasized = (text: string, marker: string): string =>
  text.replace(/\S(?:.*\S)?/s, (inner) => marker + inner + marker)

/** The current value of a quoted price or setting. An e-mail address, phone number or web address is a link. */
function quote(piece: Piece, page: MarkdownPage): string {
  const setting = piece._type === 'settingReference' && quotedSetting(page.settings, piece.setting ?? 'brand')
  const text = escapeText(pieceText(piece, page.settings))
  return setting ? linkTo(setting.href, text, page) : text
}
