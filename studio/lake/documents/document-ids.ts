import { randomBytes } from 'node:crypto'
import { dataError } from '../errors.ts'

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

/** Only ids without a dot are public in a Content Lake. */
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

/** Why a plain mutation cannot change a document: it is a release, or its release is scheduled or over. */
export function lockReason(id: string, get: (id: string) => Document | undefined): string | undefined {
  if (id.startsWith(releaseDocumentId('')))
    return `Document "${id}" is a release: only release actions can change it`
  const release = releaseOf(id)
  const state = release === undefined ? undefined : get(releaseDocumentId(release))?.state
  return state === 'scheduled' || state === 'archived' || state === 'published'
    ? `Release "${release}" is ${state}: its documents can't be changed`
    : undefined
}

/** The error of a malformed id, or undefined. https://www.sanity.io/docs/content-lake/ids */
export function idError(id: unknown): string | undefined {
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

/** Splits ids at commas. Throws 400 for a malformed id. */
export function parseIds(list: string): string[] {
  const ids = list.split(','),
    fault = ids.map(idError).find(Boolean)
  if (fault) throw dataError(400, 'malformedDocumentIdError', fault)
  return ids
}

/** A random id of 22 characters. */
export function randomId(): string {
  let id = ''
  while (id.length < 22) id += randomBytes(24).toString('base64').replace(/[+/=]/g, '')
  return id.slice(0, 22)
}
