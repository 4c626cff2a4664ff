import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Less than this stands in many a query. */
const SHORTEST = 6
const LONGEST = 60

/**
 * Where the sources below `root` are wrong about a query that was refused at `position`, as `app/blocks/faq/query.ts:12`: queries are
 * put together of many files. It is where a template that the query is made of leaves a bracket alone, which a parser notices at the
 * next one that does not fit, in another file mostly; else where they have what stands just before `position`. Undefined where that is
 * in none, or in more than one.
 */
export function placeInSources(query: string, position: number, root: string): string | undefined {
  const sources = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(?!.*\.(?:test|generated)\.).*\.ts$/.test(name))
    .map((name) => [join('app', name), readFileSync(join(root, 'app', name), 'utf8')] as const)
  const placeOf = (name: string, before: string) => `${name}:${before.split('\n').length}`
  for (const [name, text] of sources)
    for (const template of templatesIn(text)) {
      const parts = template.text.split(FILLED)
      const isIn =
        parts.every((part) => query.includes(part)) && parts.some((part) => part.length >= SHORTEST)
      const alone = isIn ? loneBracket(template.text) : undefined
      if (alone !== undefined) return placeOf(name, text.slice(0, template.start + alone))
    }
  for (let length = Math.min(position, LONGEST); length >= SHORTEST; length--) {
    const piece = query.slice(position - length, position)
    const found = sources.flatMap(([name, text]) => {
      const at = text.indexOf(piece)
      return at < 0 ? [] : placeOf(name, text.slice(0, at + length))
    })
    if (found.length > 0) return found.length === 1 ? found[0] : undefined
  }
  return undefined
}

const COMMENT = /^\s*(?:\/\/.*|\/\*[\s\S]*?\*\/)/gm
const WHOLE_FILLING = /\$\{[^{}`]*\}/g
const FIRST_WHOLE_TEMPLATE = /`((?:[^`\\$]|\\[\s\S]|\$(?!\{))*)`/
/** What stands in a template for what it is filled with, as long as that. */
const FILLED = /\0+/
const filled = (text: string) => text.replace(/[^\n]/g, '\0')

/** A source's template literals, those within another's `${…}` too. */
function templatesIn(source: string): { text: string; start: number }[] {
  const templates: { text: string; start: number }[] = []
  let rest = source.replace(COMMENT, filled)
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest
      .replace(WHOLE_FILLING, filled)
      .replace(FIRST_WHOLE_TEMPLATE, (literal: string, text: string, start: number) => {
        templates.push({ text, start: start + 1 })
        return filled(literal)
      })
  }
  return templates
}

const OPENED_BY: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Where the first bracket of some GROQ stands that has no other. */
function loneBracket(groq: string): number | undefined {
  const open: { sign: string; index: number }[] = []
  for (const { 0: sign, index } of groq.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[()[\]{}]/g)) {
    if (/["']/.test(sign)) continue
    const last = open.at(-1)
    if (!(sign in OPENED_BY)) open.push({ sign, index })
    else if (last?.sign === OPENED_BY[sign]) open.pop()
    else return (last ?? { index }).index
  }
  return open.at(-1)?.index
}
