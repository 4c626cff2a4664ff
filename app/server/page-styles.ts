import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type StyleRule = {
  /** The conditions that it stands in, from the outside: `@media print`. */
  within: string[]
  /** Each with the classes (`.x`) and elements that a page must have for it to match. None: a rule of another kind. */
  selectors: { text: string; names: string[] }[]
  body: string
}
export type StyleSheet = {
  /** Its fonts, which the file itself is without. */
  fonts: string
  rules: StyleRule[]
  /** Of the file, in characters. */
  length: number
}

/** What the build wrote of its style sheets (style-rules.ts), by address. */
export const STYLE_RULES_FILE = join(import.meta.dirname, '../../build/server/style-rules.json')
export const readStyleRules = (): Record<string, StyleSheet> =>
  JSON.parse(readFileSync(STYLE_RULES_FILE, 'utf8'))

/** A page that takes more of a file than this asks for the file: inside it, they would be its largest part. */
const MAX_SHARE = 1 / 2

/**
 * Puts the styles of what a page shows into it, in all their states and for all screens, so that it is painted as soon as it
 * is there, one way over the network earlier. The whole file then comes with the page's script (take-over.ts): it is for
 * what script adds. Without script nothing is missing.
 */
export function pageStyles(sheets: Record<string, StyleSheet>): (html: string) => string {
  return (html) => {
    let names: Set<string> | undefined
    return html.replace(/<link rel="stylesheet" href="([^"]+)"/g, (link, href) => {
      const sheet = sheets[href]
      if (!sheet) return link
      names ??= namesIn(html)
      const rules = rulesFor(names, sheet)
      return rules.length > sheet.length * MAX_SHARE
        ? `<style>${sheet.fonts}</style>${link}`
        : `<style>${sheet.fonts}${rules}</style>${link} disabled`
    })
  }
}

/** Elements, and classes with a point. Some more do no harm. */
function namesIn(html: string): Set<string> {
  const names = new Set<string>()
  for (const [, element = ''] of html.matchAll(/<([a-z][a-z0-9]*)/g)) names.add(element)
  const lists = new Set<string>()
  for (const [, list = ''] of html.matchAll(/ class="([^"]*)"/g)) lists.add(list)
  for (const list of lists) for (const name of list.split(' ')) names.add(`.${name}`)
  return names
}

function rulesFor(names: Set<string>, { rules }: StyleSheet): string {
  let text = ''
  let open: string[] = []
  for (const { within, selectors, body } of rules) {
    const shown = selectors.filter((selector) => selector.names.every((name) => names.has(name)))
    if (selectors.length > 0 && shown.length === 0) continue
    if (within.join() !== open.join()) {
      text += '}'.repeat(open.length) + within.map((condition) => `${condition}{`).join('')
      open = within
    }
    text += shown.map((selector) => selector.text).join() + body
  }
  return text + '}'.repeat(open.length)
}
