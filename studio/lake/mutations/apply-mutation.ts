import type { Document } from '../documents/document-ids.ts'
import { mutationError } from '../errors.ts'
import { isObject } from '../groq/values.ts'
import type { SingleMutation } from './parse-mutations.ts'
import { applyPatch, PATCH_OPERATIONS, PatchError } from './patch.ts'

const IMMUTABLE = ['_id', '_type']

/** Returns the document after a mutation. Throws LakeError 400, 404 or 409. */
export function applyMutation(
  { operation, id, body, index }: SingleMutation,
  current: Document | null,
): Document | null {
  switch (operation) {
    case 'create':
      if (current)
        throw mutationError(409, index, {
          type: 'documentAlreadyExistsError',
          id,
          description: `Document by ID "${id}" already exists`,
        })
      return body as Document
    case 'createIfNotExists':
      return current ?? (body as Document)
    case 'createOrReplace':
      return body as Document
    case 'delete':
      if (current) expectRevision(current, body.ifRevisionID, index)
      return null // Sanity accepts a delete of a missing document
    case 'patch':
      // The query selected it before the transaction deleted it. https://github.com/sanity-io/gradient/issues/253
      if (!current && typeof body.query === 'string') return null
      if (!current)
        throw mutationError(404, index, {
          type: 'documentNotFoundError',
          id,
          description: `The document with the ID "${id}" was not found`,
        })
      expectRevision(current, body.ifRevisionID, index)
      return patched(current, body, index)
  }
}

function expectRevision({ _id: id, _rev }: Document, expected: unknown, index: number) {
  if (!expected || expected === _rev) return
  throw mutationError(409, index, {
    type: 'documentRevisionIDDoesNotMatchError',
    id,
    currentRevisionID: _rev,
    expectedRevisionID: expected,
    description: `Document "${id}" has unexpected revision ID ("${_rev}"), expected "${expected}"`,
  })
}

function patched(current: Document, body: Record<string, unknown>, index: number): Document {
  const refuse = (description: string) =>
    mutationError(400, index, { type: 'mutationError', id: current._id, description })
  let next: Document
  try {
    next = applyPatch(current, operationsOf(body))
  } catch (error) {
    if (error instanceof PatchError) throw refuse(error.message)
    if (error instanceof RangeError) throw refuse('A path of the patch is nested too deeply')
    throw error
  }
  const fixed = IMMUTABLE.find((attribute) => next[attribute] !== current[attribute])
  if (fixed)
    throw mutationError(409, index, {
      type: 'cannotModifyImmutableAttributeError',
      attribute: fixed,
      id: current._id,
      description: `Cannot modify immutable attribute "${fixed}"`,
    })
  return next === current ? { ...current } : next // a patch without effect is still a revision
}

/** Sets the system fields. Patches get new times, because @sanity/import before 5 patches all fields. */
export function stamp(
  after: Document,
  current: Document | null,
  { operation, body }: SingleMutation,
  { id, timestamp }: { id: string; timestamp: string },
): Document {
  const whole = operation !== 'patch'
  // Only perspectives add `_originalId`.
  const { _rev, _createdAt, _updatedAt, _originalId, ...fields } = after
  // A document with a new type is a new document.
  const previousCreatedAt = current?._type === after._type ? current._createdAt : undefined
  const createdAt = (whole ? body._createdAt : undefined) ?? previousCreatedAt ?? timestamp
  const updatedAt = (whole ? body._updatedAt : undefined) ?? timestamp
  return { ...fields, _createdAt: String(createdAt), _updatedAt: String(updatedAt), _rev: id } as Document
}

const operationsOf = (body: Record<string, unknown>) =>
  Object.fromEntries(PATCH_OPERATIONS.filter((key) => key in body).map((key) => [key, body[key]]))

/** Contains the generated ids, times and keys. https://github.com/sanity-io/gradient/issues/395 */
export function mutationForListeners(
  { operation, id, body }: SingleMutation,
  after: Document | null,
  isKeyed: boolean,
) {
  if (!after) return { delete: { id } }
  if (operation !== 'patch') return { [operation]: after }
  return isKeyed ? { createOrReplace: after } : { patch: { id, ...operationsOf(body) } }
}

/** Adds missing `_key`s. Returns the same value if none is missing. */
export function withArrayKeys<T>(value: T, randomId: () => string): T {
  if (Array.isArray(value)) {
    const items = value.map((item) => {
      const keyed = withArrayKeys(item, randomId)
      return isObject(keyed) && !('_key' in keyed) ? { _key: randomId(), ...keyed } : keyed
    })
    return items.some((item, i) => item !== value[i]) ? (items as T) : value
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, item]) => [name, withArrayKeys(item, randomId)] as const)
  return entries.some(([name, item]) => item !== value[name]) ? (Object.fromEntries(entries) as T) : value
}
