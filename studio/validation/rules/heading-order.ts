import type { StoredDocument } from '#studio/validation/document.ts'
import type { Finding, Rule } from '#studio/validation/rule.ts'
import { blockText, walk } from '#studio/validation/walk.ts'

/** Warns about headings that are empty or skip a level. */
export const headingOrder: Rule = {
  name: 'heading-order',
  title: 'Headings out of order',
  help: 'A heading is empty or skips a level. Screen readers and search engines use the headings as an outline. Add the missing heading or turn this one into a paragraph.',
  level: 'warning',
  check(document) {
    const findings: Finding[] = []
    // Text in articles and pages follows the title (h1); text in policies follows a section heading (h2).
    let level = ['article', 'page'].includes(document._type) ? 1 : 2
    for (const { kind, path, value } of walk(document)) {
      if (kind === 'object' && isLaterBlock(document, value) && value.heading) level = 2
      const own = kind === 'block' && Number(/^h([1-6])$/.exec(value.style ?? '')?.[1])
      if (kind !== 'block' || !own) continue
      const text = blockText(value).trim()
      if (!text)
        findings.push({ path, message: 'This heading is empty. Write its text or turn it into a paragraph.' })
      else if (own > level + 1)
        findings.push({
          path,
          message: `“${text}” is a heading of level ${own} below one of level ${level}. Add a heading of level ${level + 1} above it, or turn it into a paragraph.`,
        })
      level = own
    }
    return findings
  },
}

/** Whether this is a block below the first one, whose heading is the title of the page. */
const isLaterBlock = ({ blocks }: StoredDocument, value: unknown): boolean =>
  Array.isArray(blocks) && blocks.indexOf(value) > 0
