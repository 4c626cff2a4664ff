import { documentPath } from '#app/content/document-path.ts'

/** Far more than routes and pages of one segment; what is above is counted together. */
const MOST_LABELS = 300
const known = new Set<string>()

/**
 * What a request is counted under: the first part of its path, with `/…` where there is more (`/resources/…`). Only
 * paths that were answered once as asked have a label of their own; made-up ones are `other`, so figures stay few.
 */
export function routeLabel(path: string, status: number): string {
  const end = path.indexOf('/', 1)
  const first = end < 0 ? path : `${path.slice(0, end)}/…`
  const label = first.endsWith('.data') ? documentPath(first) : first
  if (known.has(label)) return label
  const answered = status < 300 || status === 304
  // Express takes `/Healthz` as well, and Remix gives the layout's data at any address.
  const isAddress = !path.endsWith('.data') && label === label.toLowerCase()
  if (!answered || !isAddress || known.size >= MOST_LABELS) return 'other'
  known.add(label)
  return label
}

/** The label that a path was answered under once as asked; `other` where there is none. It makes none. */
export const knownLabel = (path: string): string => routeLabel(path, 404)
