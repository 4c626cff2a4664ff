import type { Finding, Rule } from '#studio/validation/rule.ts'
import { type Block, blockText, walk } from '#studio/validation/walk.ts'

const LEVELS: Record<string, number> = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 }

type PageBlock = { _key: string; heading?: unknown }

/** Warns about headings that are empty or skip a level. */
export const headingOrder: Rule = {
  name: 'heading-order',
  title: 'Headings out of order',
  help: 'A heading is empty or skips a level. Screen readers and search engines use the headings as an outline. Add the missing heading or turn this one into a paragraph.',
  level: 'warning',
  check(document) {
    // Above the text of an article is its title; above that of a policy, a numbered section.
    if (document._type !== 'page') return outline(document, [], document._type === 'article' ? 1 : 2)[0]
    let level = 1
    return ((document.blocks ?? []) as PageBlock[]).flatMap((block, index) => {
      // The heading of the first block is the main heading of the page.
      if (block.heading && index > 0) level = 2
      const [findings, last] = outline(block, ['blocks', { _key: block._key }], level)
      level = last
      return findings
    })
  },
}

/** The findings below a heading of level `start`, and the level of the last heading. */
function outline(value: unknown, base: Finding['path'], start: number): [Finding[], number] {
  let level = start
  const findings: Finding[] = []
  for (const { kind, path, value: block } of walk(value, base)) {
    if (kind !== 'block') continue
    const own = LEVELS[block.style ?? '']
    if (!own) continue
    const text = blockText(block as Block).trim()
    if (!text)
      findings.push({ path, message: 'This heading is empty. Write its text or turn it into a paragraph.' })
    else if (own > level + 1)
      findings.push({
        path,
        message: `“${text}” is a heading of level ${own} below one of level ${level}. Add a heading of level ${level + 1} above it, or turn it into a paragraph.`,
      })
    level = own
  }
  return [findings, level]
}
