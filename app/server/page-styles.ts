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

/** Of a build: what it wrote of its style sheets (style-rules.ts), by address. */
export const STYLE_RULES_FILE = 'server/style-rules.json'
/** Throws where the site is not built. */
export const readStyleRules = (): Record<string, StyleSheet> =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../build', STYLE_RULES_FILE), 'utf8'))

/** A page that takes more of a file than this asks for the file: inside it, they would be its largest part. */
const MAX_SHARE = 1 / 2

/** React's, of the page's data: no elements from there on. */
const DATA = '<script>window.__remixContext'

/**
 * Puts the styles of what a page shows into it, in all their states and for all screens, so that it is painted as soon as it
 * is there, one way over the network earlier. The whole file then comes with the page's script (all-styles.ts): it is for
 * what script adds. Without script nothing is missing.
 */
export function pageStyles(sheets: Record<string, StyleSheet>): (html: string) => string {
  return (html) => {
    const head = html.indexOf('</head>')
    let names: Set<string> | undefined
    const styled = html.slice(0, head).replace(/<link rel="stylesheet" href="([^"]+)"/g, (link, href) => {
      const sheet = sheets[href]
      if (!sheet) return link
      names ??= namesIn(html)
      const rules = rulesFor(names, sheet)
      return rules.length > sheet.length * MAX_SHARE
        ? `<style>${sheet.fonts}</style>${link}`
        : `<style>${sheet.fonts}${rules}</style>${link} disabled`
    })
    return styled + html.slice(head)
  }
}

/** Elements, and classes with a point. Some more do no harm. */
function namesIn(html: string): Set<string> {
  const end = html.indexOf(DATA)
  const names = new Set<string>()
  const lists = new Set<string>()
  const tags = (end < 0 ? html : html.slice(0, end)).matchAll(/<([a-z][a-z0-9]*)(?:[^>]*? class="([^"]*)")?/g)
  for (const [, element = '', list = ''] of tags) {
    names.add(element)
    lists.add(list)
  }
  for (const list of lists) for (const name of list.split(' ')) names.add(`.${name}`)
  return names
}

function rulesFor(names: Set<string>, { rules }: StyleSheet): string {
  const isThere = (name: string) => names.has(name)
  let text = ''
  let open: string[] = []
  for (const { within, selectors, body } of rules) {
    let shown = ''
    for (const { text, names } of selectors) if (names.every(isThere)) shown += shown ? `,${text}` : text
    if (selectors.length > 0 && !shown) continue
    if (within.length !== open.length || within.some((condition, depth) => condition !== open[depth])) {
      text += '}'.repeat(open.length) + within.map((condition) => `${condition}{`).join('')
      open = within
    }
    text += shown + body
  }
  return text + '}'.repeat(open.length)
}
