import { randomBytes } from 'node:crypto'

/** The shape every stored document has. */
export type Document = {
  _id: string
  _type: string
  _rev: string
  _createdAt: string
  _updatedAt: string
  [field: string]: unknown
}

const DRAFTS = 'drafts.'
const VERSIONS = 'versions.'

export const isDraftId = (id: string) => id.startsWith(DRAFTS)
export const isVersionId = (id: string) => id.startsWith(VERSIONS)
export const isPublishedId = (id: string) => !isDraftId(id) && !isVersionId(id)

/** Ids with a dot (`drafts.x`, `versions.r.x`, `_.releases.r`, `secret.x`) are never public in a Content Lake. */
export const isPublicId = (id: string) => !id.includes('.')

/** `drafts.a` and `versions.r1.a` → `a`. */
export function publishedId(id: string): string {
  if (isDraftId(id)) return id.slice(DRAFTS.length)
  if (isVersionId(id)) return id.split('.').slice(2).join('.')
  return id
}

/** `versions.r1.a` → `r1`; undefined for other ids. */
export const releaseOf = (id: string) => (isVersionId(id) ? id.split('.')[1] : undefined)
export const draftId = (id: string) => DRAFTS + publishedId(id)
export const releaseDocumentId = (release: string) => `_.releases.${release}`

/** Sanity's rule for ids: letters, digits, `_`, `-` and dots, not starting with `-` or `.`, at most 128 characters. */
export const isValidId = (id: unknown): id is string =>
  typeof id === 'string' &&
  id.length <= 128 &&
  /^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(id) &&
  !id.includes('..') &&
  !id.endsWith('.')

/** A new random id of 22 characters, as Sanity makes for documents and transactions. */
export function randomId(): string {
  let id = ''
  while (id.length < 22) id += randomBytes(24).toString('base64').replace(/[+/=]/g, '')
  return id.slice(0, 22)
}
