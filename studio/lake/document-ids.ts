import { randomBytes } from 'node:crypto'
import { dataError } from '#studio/lake/errors.ts'

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

/** Why a version can't change now: its release is scheduled, or over. Undefined when it can. */
export function lockOf(id: string, get: (id: string) => Document | undefined): string | undefined {
  const release = releaseOf(id)
  const state = release === undefined ? undefined : get(releaseDocumentId(release))?.state
  return state === 'scheduled' || state === 'archived' || state === 'published'
    ? `Release "${release}" is ${state}: its documents can't be changed`
    : undefined
}

/**
 * Sanity's rule for ids: letters, digits, `_`, `-` and dots, at most 128 characters, no part empty or starting with
 * `-`; `versions` only alone or as the first of at least three parts. Undefined for a good one, else what to tell the sender.
 * https://www.sanity.io/docs/content-lake/ids
 */
export function faultOfId(id: unknown): string | undefined {
  if (
    typeof id !== 'string' ||
    id.length > 128 ||
    !/^[A-Za-z0-9_][A-Za-z0-9_-]*(\.[A-Za-z0-9_][A-Za-z0-9_-]*)*$/.test(id)
  )
    return `Malformed document ID: ${JSON.stringify(id)}`
  const parts = id.split('.'),
    at = parts.lastIndexOf('versions')
  if (at > 0 || (at === 0 && parts.length > 1 && parts.length < 3))
    return `Invalid document version ID "${id}": invalid use of "versions" in "${parts.slice(at).join('.')}"`
  return undefined
}

/** The ids of an address, separated by commas. Throws 400 for one that can't be an id. */
export function idsOf(list: string): string[] {
  const ids = list.split(','),
    fault = ids.map(faultOfId).find(Boolean)
  if (fault) throw dataError(400, 'malformedDocumentIdError', fault)
  return ids
}

/** A new random id of 22 characters, as Sanity makes for documents and transactions. */
export function randomId(): string {
  let id = ''
  while (id.length < 22) id += randomBytes(24).toString('base64').replace(/[+/=]/g, '')
  return id.slice(0, 22)
}
