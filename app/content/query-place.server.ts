import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Less than this stands in many a query. */
const SHORTEST = 6
const LONGEST = 60

/**
 * Where the sources below `root` have what stands in a query just before `position`, as `app/blocks/faq/query.ts:12`: queries are put
 * together of many files. Undefined where it is in none, or in more than one.
 */
export function placeInSources(query: string, position: number, root: string): string | undefined {
  const sources = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(?!.*\.(?:test|generated)\.).*\.ts$/.test(name))
    .map((name) => [join('app', name), readFileSync(join(root, 'app', name), 'utf8')] as const)
  for (let length = Math.min(position, LONGEST); length >= SHORTEST; length--) {
    const piece = query.slice(position - length, position)
    const found = sources.flatMap(([name, text]) => {
      const at = text.indexOf(piece)
      return at < 0 ? [] : `${name}:${text.slice(0, at + length).split('\n').length}`
    })
    if (found.length > 0) return found.length === 1 ? found[0] : undefined
  }
  return undefined
}
