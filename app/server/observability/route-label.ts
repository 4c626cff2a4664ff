import { documentPath } from '#app/content/document-path.ts'

/** Far more than the site has routes and pages of one segment. Further paths are `other`. */
const MAX_LABELS = 300
const known = new Set<string>()

/** Returns the metrics label of a request. Only addresses that were answered get a label; others are `other`. */
export function routeLabel(path: string, status: number): string {
  const end = path.indexOf('/', 1)
  const first = end < 0 ? path : `${path.slice(0, end)}/…`
  const label = first.endsWith('.data') ? documentPath(first) : first
  if (known.has(label)) return label
  const answered = status < 300 || status === 304
  // Express also answers `/Healthz`, and Remix returns the layout's data at any address.
  const isAddress = !path.endsWith('.data') && label === label.toLowerCase()
  if (!answered || !isAddress || known.size >= MAX_LABELS) return 'other'
  known.add(label)
  return label
}

/** Returns an existing label or `other`; never creates one. */
export const knownLabel = (path: string): string => routeLabel(path, 404)
