import { hrefOf } from '#app/content/href.ts'
import { plainPath } from '#app/content/normalize-path.ts'
import type { Redirect } from '#app/content/types.ts'

type Moved = { location: string; status: 301 | 302 }

/** A place of this site (`/…`, never `//…`) or an https address: the only ones that content may lead to. */
const isSafe = (to: string) =>
  /^\/(?!\/)[^\s\\]*$/.test(to) || (/^https:\/\/[^\s\\@]+$/.test(to) && URL.canParse(to))

const targetOf = ({ to, target }: Redirect): string | undefined =>
  target ? hrefOf(target) : to && isSafe(to) ? to : undefined

/** What stands below a document's own address: a later page of its list, or an earlier text of a policy. */
const BELOW = /\/(?:page\/\d{1,5}|\d{4}-\d\d-\d\d(?:-\d+)?)$/

/**
 * Where an address moved to, at the end of the way where several redirects follow one another. Undefined for one that
 * did not move, or whose redirects lead in a circle: imported content may hold what the Studio refuses. What stands below
 * a document's address moves with it.
 * `path` is escaped as in a URL, or not at all. `search` (`?utm_source=…`) goes along, unless the target has one of its own.
 */
export function movedTo(redirects: Redirect[], path: string, search = ''): Moved | undefined {
  let found: { location: string; permanent: boolean } | undefined
  let here = plainPath(path)
  const stepFrom = (place: string) => redirects.find(({ from }) => from && plainPath(from) === place)
  const below = stepFrom(here) ? '' : (BELOW.exec(here)?.[0] ?? '')
  here = here.slice(0, here.length - below.length)
  const seen = new Set<string>()
  for (;;) {
    const step = stepFrom(here)
    const location = step && targetOf(step)
    if (!location) break
    if (seen.has(here)) return undefined
    seen.add(here)
    found = { location, permanent: (found?.permanent ?? true) && step.permanent !== false }
    here = plainPath(location.split(/[?#]/)[0]!)
    // A page stands there: a redirect from its own address does not act.
    if (step.target && !seen.has(here)) break
  }
  // Below an address elsewhere, or below a place within a page, nothing of ours stands.
  if (!found || (below && !/^\/[^?#]*$/.test(found.location))) return undefined
  const location = withSearch(below ? found.location.replace(/\/$/, '') + below : found.location, search)
  // As a header holds it: editors type “/größe” as browsers show it.
  const escaped = location.toWellFormed().replace(/[^!-~]+/g, encodeURIComponent)
  return { location: escaped, status: found.permanent ? 301 : 302 }
}

function withSearch(location: string, search: string): string {
  const [address = '', fragment] = location.split('#')
  if (!search || address.includes('?')) return location
  return `${address}${search}${fragment === undefined ? '' : `#${fragment}`}`
}
