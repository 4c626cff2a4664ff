import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ChildNode, parse, type Rule } from 'postcss'
import selectorParser, { type Node } from 'postcss-selector-parser'
import { STYLE_RULES_FILE, type StyleRule, type StyleSheet } from '#app/server/page-styles.ts'

/**
 * Tells of each style sheet of a build what its rules are for, in a file for the pages (page-styles.ts), and
 * takes the fonts out of it: a browser that reads a font's rule twice fetches the font twice.
 */
export function writeStyleRules(build: string): void {
  const folder = join(build, 'client/assets')
  const sheets: Record<string, StyleSheet> = {}
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.css'))) {
    const { sheet, withoutFonts } = sheetOf(readFileSync(join(folder, name), 'utf8'))
    writeFileSync(join(folder, name), withoutFonts)
    sheets[`/assets/${name}`] = sheet
  }
  writeFileSync(join(build, STYLE_RULES_FILE), JSON.stringify(sheets))
}

/** The rules of a style sheet, and the sheet without its fonts. */
export function sheetOf(css: string): { sheet: StyleSheet; withoutFonts: string } {
  const root = parse(css)
  let fonts = ''
  root.walkAtRules('font-face', (rule) => {
    fonts += rule.toString()
    rule.remove()
  })
  const withoutFonts = root.toString()
  const rules = root.nodes.flatMap((node) => rulesOf(node, []))
  return { sheet: { fonts, rules, length: withoutFonts.length }, withoutFonts }
}

function rulesOf(node: ChildNode, within: string[]): StyleRule[] {
  if (node.type === 'rule') return [{ within, selectors: selectorsOf(node), body: bodyOf(node) }]
  if (node.type !== 'atrule') return []
  const conditional = ['media', 'supports', 'starting-style', 'layer', 'container'].includes(node.name)
  if (!conditional || !node.nodes) return [{ within, selectors: [], body: node.toString() }]
  const condition = `@${node.name}${node.raws.afterName ?? ''}${node.params}`
  return node.nodes.flatMap((inner) => rulesOf(inner, [...within, condition]))
}

const bodyOf = (rule: Rule): string => `{${rule.nodes.map((node) => node.toString()).join(';')}}`

const selectorsOf = (rule: Rule): StyleRule['selectors'] =>
  rule.selectors.map((text) => {
    const names: string[] = []
    selectorParser((root) => root.first.walk((node) => void names.push(...nameOf(node)))).processSync(text)
    return { text, names: [...new Set(names)] }
  })

/** What has to be in a page for a part of a selector to mean something; states and attributes may come about later. */
function nameOf(node: Node): string[] {
  for (let parent = node.parent; parent; parent = parent.parent as typeof parent)
    if (parent.type === 'pseudo') return [] // a choice, or the contrary
  if (node.type === 'class') return [`.${node.value}`]
  return node.type === 'tag' ? [node.value] : []
}
