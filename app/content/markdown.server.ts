import { buildMarksTree } from '@portabletext/toolkit'
import { quotedSetting } from '#app/content/contact-details.ts'
import { denseListLevels } from '#app/content/dense-list-levels.ts'
import { linkHref } from '#app/content/href.ts'
import { pictureUrl } from '#app/content/media.ts'
import { type Piece, pieceText } from '#app/content/plain-text.ts'
import type { Article, InlineText, Link, Picture, RichText, Settings } from '#app/content/types.ts'

const TEXTS = ['eyebrow', 'tagline', 'subheading', 'description', 'intro', 'text', 'answer', 'note'] as const
const PARTS = ['cards', 'features', 'steps', 'tabs', 'items', 'sections'] as const

type Text = string | InlineText | RichText | Article['body'] | undefined
type Paragraph = { style?: string | null; listItem?: string | null; level?: number }
type Button = Pick<Link, 'label' | 'href' | 'target'> | null
type Image = Omit<Picture, '_key'> | null

/** A part of a page. Its fields have the names of the content's, so most blocks are sections. `list` is Markdown. */
export type Section = {
  [Name in 'heading' | 'title' | 'question' | (typeof TEXTS)[number]]?: Text
} & { [Name in (typeof PARTS)[number]]?: (Section | null)[] | null } & {
  titleHref?: string
  figures?: { value: string | null; label: string | null }[] | null
  list?: (string | false | null | undefined)[]
  button?: Button
  buttons?: Button[] | null
  picture?: Image
  slides?: Image[] | null
}

const MARKERS: Record<string, string> = { strong: '**', em: '*' }
const IMAGE_WIDTH = 1500

/** Escapes the characters that are markup anywhere in a line (CommonMark, "Backslash escapes"). */
const escapeText = (text: string): string =>
  text.replace(/[\\`*_[\]<>~|]|&(?=[#\w]+;)/g, '\\$&').replace(/[^\S\u00a0]+/g, ' ')

/** Escapes the characters that are markup at the start of a line: headings, lists and rules. */
const escapeStarts = (lines: string): string =>
  lines.replace(/^ *(?=[-+#=](?:\W|$))/gm, '\\').replace(/^ *(\d+)(?=[.)](?:\s|$))/gm, '$1\\')

/** Writes the Markdown of the page at `url`, which relative links start from. */
export function markdownWriter(settings: Settings, url: string) {
  /** A link with an absolute address. Only its text if the address is missing or invalid. */
  function linked(href: string | null | undefined, text: string): string {
    const target = href && URL.parse(href, url)?.href.replaceAll('(', '%28').replaceAll(')', '%29')
    return target && text ? `[${text}](${target})` : text
  }
  function inlineNode(node: ReturnType<typeof buildMarksTree>[number]): string {
    if (node._type === '@text') return node.text === '\n' ? '\\\n' : escapeText(node.text)
    if (node._type !== '@span') {
      const piece = node as unknown as Piece
      const setting = piece._type === 'settingReference' && quotedSetting(settings, piece.setting ?? 'brand')
      return linked(setting ? setting.href : null, escapeText(pieceText(piece, settings)))
    }
    const text = node.children.map(inlineNode).join('')
    const marker = MARKERS[node.markType]
    // The marker must touch the text: `** text**` is no emphasis.
    if (marker) return text.replace(/\S(?:.*\S)?/s, (inner: string) => marker + inner + marker)
    return linked(node.markDef && linkHref(node.markDef), text)
  }
  function inline(block: unknown): string {
    const tree = buildMarksTree(block as Parameters<typeof buildMarksTree>[0])
    return escapeStarts(tree.map(inlineNode).join('').trim())
  }
  const line = (value: Text): string =>
    typeof value === 'string'
      ? escapeStarts(escapeText(value.trim()))
      : (value ?? []).map((block) => inline(block).replaceAll('\\\n', ' ')).join(' ')
  const link = (href: string | null | undefined, text: Text): string => linked(href, line(text))

  function text(value: Text): string {
    if (typeof value === 'string') return line(value)
    const blocks = denseListLevels((value ?? []) as Paragraph[])
    const written = blocks.map((block, index) => {
      const { style, listItem, level = 1 } = block
      const content = inline(block)
      const gap = listItem && blocks[index - 1]?.listItem ? '\n' : '\n\n'
      if (listItem) return `${gap}${'    '.repeat(level - 1)}${listItem === 'number' ? '1.' : '-'} ${content}`
      if (style?.startsWith('h')) return `${gap}${'#'.repeat(Number(style[1]))} ${line([block] as Text)}`
      return content && gap + (style === 'blockquote' ? content.replace(/^/gm, '> ') : content)
    })
    return written.join('').trim()
  }

  /** A section without a title gives its level to the sections in it. */
  function section(part: Section, level = 1): string {
    const title = link(part.titleHref, part.heading ?? part.title ?? part.question)
    const figures = part.figures?.map(({ value, label }) => value && `**${line(value)}** ${line(label)}`)
    const buttons = [...(part.buttons ?? []), part.button].filter((to) => to && linkHref(to))
    const pictures = [...(part.slides ?? []), part.picture].map((picture) => {
      const address = picture?.alt && pictureUrl(picture, { width: IMAGE_WIDTH })
      return address && `!${link(address, picture.alt)}`
    })
    const parts = [
      title && `${'#'.repeat(level)} ${title}`,
      ...TEXTS.map((name) => text(part[name])),
      (part.list ?? figures ?? []).flatMap((item) => (item ? `- ${item.trim()}` : [])).join('\n'),
      buttons.map((to) => to && link(linkHref(to), to.label)).join(' '),
      ...pictures,
      ...PARTS.flatMap((name) => part[name] ?? []).map((one) => section(one ?? {}, level + (title ? 1 : 0))),
    ]
    return parts.filter(Boolean).join('\n\n')
  }
  return { settings, line, link, section }
}

export type MarkdownWriter = ReturnType<typeof markdownWriter>
