import { hrefOf } from '#app/content/href.ts'
import { plainPath } from '#app/content/normalize-path.ts'
import type { Redirect } from '#app/content/types.ts'

type Moved = { location: string; status: 301 | 302 }

/** A path of this site (never `//…`) or an https URL. */
const isSafe = (to: string) =>
  /^\/(?!\/)[^\s\\]*$/.test(to) || (/^https:\/\/[^\s\\@]+$/.test(to) && URL.canParse(to))

const targetOf = ({ to, target }: Redirect): string | undefined =>
  target ? hrefOf(target) : to && isSafe(to) ? to : undefined

/** A page of a list, or an earlier version of a policy, below the document's path. */
const BELOW = /\/(?:page\/\d{1,5}|\d{4}-\d\d-\d\d(?:-\d+)?)$/

/**
 * Follows the redirects from a path to the end of their chain. Undefined without a redirect, or for a circle. Pages below
 * a document move with it. `path` may be escaped. `search` is kept unless the target has its own.
 */
export function movedTo(redirects: Redirect[], path: string, search = ''): Moved | undefined {
  let found: { location: string; permanent: boolean } | undefined
  let current = plainPath(path)
  const stepFrom = (place: string) => redirects.find(({ from }) => from && plainPath(from) === place)
  const below = stepFrom(current) ? '' : (BELOW.exec(current)?.[0] ?? '')
  current = current.slice(0, current.length - below.length)
  const seen = new Set<string>()
  for (;;) {
    const step = stepFrom(current)
    const location = step && targetOf(step)
    if (!location) break
    if (seen.has(current)) return undefined
    seen.add(current)
    found = { location, permanent: (found?.permanent ?? true) && step.permanent !== false }
    current = plainPath(location.split(/[?#]/)[0]!)
    // A published page wins over a redirect from its path.
    if (step.target && !seen.has(current)) break
  }
  // Other sites and fragments have no pages below them.
  if (!found || (below && !/^\/[^?#]*$/.test(found.location))) return undefined
  const location = withSearch(below ? found.location.replace(/\/$/, '') + below : found.location, search)
  // Editors type unescaped paths. A header can't contain these.
  const escaped = location.toWellFormed().replace(/[^!-~]+/g, encodeURIComponent)
  return { location: escaped, status: found.permanent ? 301 : 302 }
}

function withSearch(location: string, search: string): string {
  const [address = '', fragment] = location.split('#')
  if (!search || address.includes('?')) return location
  return `${address}${search}${fragment === undefined ? '' : `#${fragment}`}`
}
