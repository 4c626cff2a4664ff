import { hrefOf } from '#app/content/href.ts'
import { normalizePath } from '#app/content/normalize-path.ts'
import type { Redirect } from '#app/content/types.ts'

type Redirection = { location: string; status: 301 | 302 }

/** A path of this site (never `//…`) or an https URL. */
const isSafe = (to: string) =>
  /^\/(?!\/)[^\s\\]*$/.test(to) || (/^https:\/\/[^\s\\@]+$/.test(to) && URL.canParse(to))

const targetOf = ({ to, target }: Redirect): string | undefined =>
  target ? hrefOf(target) : to && isSafe(to) ? to : undefined

/** A list page or an earlier version of a policy. Both move with the document above them. */
const MOVING_SUFFIX = /\/(?:page\/\d{1,5}|\d{4}-\d\d-\d\d(?:-\d+)?)$/

/**
 * Follows the redirects from a path to the end of their chain. Undefined without a redirect, or for a cycle. `path` may be
 * escaped. `search` is added unless the target has its own.
 */
export function findRedirect(redirects: Redirect[], path: string, search = ''): Redirection | undefined {
  let found: { location: string; permanent: boolean } | undefined
  let current = normalizePath(path)
  const stepFrom = (path: string) => redirects.find(({ from }) => from && normalizePath(from) === path)
  const suffix = stepFrom(current) ? '' : (MOVING_SUFFIX.exec(current)?.[0] ?? '')
  current = current.slice(0, current.length - suffix.length)
  const seen = new Set<string>()
  for (;;) {
    const step = stepFrom(current)
    const location = step && targetOf(step)
    if (!location) break
    if (seen.has(current)) return undefined
    seen.add(current)
    found = { location, permanent: (found?.permanent ?? true) && step.permanent !== false }
    current = normalizePath(location.split(/[?#]/)[0]!)
    // A published page wins over a redirect from its path.
    if (step.target && !seen.has(current)) break
  }
  // Other sites and fragments have no such pages.
  if (!found || (suffix && !/^\/[^?#]*$/.test(found.location))) return undefined
  const location = withSearch(suffix ? found.location.replace(/\/$/, '') + suffix : found.location, search)
  // Editors type unescaped paths, which a header can't contain.
  const escaped = location.toWellFormed().replace(/[^!-~]+/g, encodeURIComponent)
  return { location: escaped, status: found.permanent ? 301 : 302 }
}

function withSearch(location: string, search: string): string {
  const [address = '', fragment] = location.split('#')
  if (!search || address.includes('?')) return location
  return `${address}${search}${fragment === undefined ? '' : `#${fragment}`}`
}
