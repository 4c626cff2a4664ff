import type { Document } from '../documents/document-ids.ts'
import type { LakeError } from '../errors.ts'

export type Fields = Record<string, unknown>
export type Mutation = Record<string, Fields>
/** The documents after the previous actions. */
export type ActionContext = {
  get(id: string): Document | undefined
  all(): Iterable<Document>
  /** The last state of a deleted document. */
  lastState(id: string): Document | null
  fail(status: number, description: string): LakeError
  now: string
}
/** The allowed fields of an action. */
export type Action = { fields: string[]; translate(action: Fields, context: ActionContext): Mutation[] }
/** Replaces the published document by a draft or version. */
export function publishing(source: Document, published: Document | undefined, id: string): Mutation[] {
  const body = strengthen(withoutSystem(source)) as Fields
  return [
    { createOrReplace: { ...body, _id: id, _createdAt: published?._createdAt ?? source._createdAt } },
    { delete: { id: source._id } },
  ]
}

/** Deletes the published document and keeps it as a draft or version. */
export const unpublishing = (published: Document, versionId: string): Mutation[] => [
  { createIfNotExists: { ...withoutSystem(published), _id: versionId } },
  { delete: { id: published._id } },
]

/** Removes `_weak` from references with `_strengthenOnPublish`. */
function strengthen(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strengthen)
  if (!value || typeof value !== 'object') return value
  const { _strengthenOnPublish, _weak, ...fields } = value as Fields
  const strengthened = Object.fromEntries(
    Object.entries(fields).map(([key, item]) => [key, strengthen(item)]),
  )
  const staysWeak =
    _weak !== undefined && (!_strengthenOnPublish || (_strengthenOnPublish as Fields).weak === true)
  return staysWeak ? { ...strengthened, _weak } : strengthened
}

export function patchesOf(patch: unknown, id: string, context: ActionContext): Mutation[] {
  return [patch].flat().map((item) => {
    if (!item || typeof item !== 'object') throw context.fail(400, 'patch must be an object')
    const { query, params, ...operations } = item as Fields
    return { patch: { ...operations, id } }
  })
}

export const withoutSystem = ({ _rev, _updatedAt, _system, ...fields }: Document): Fields => fields
