import { type Content, referencesOf } from '../documents/content.ts'
import { type Document, idError, lockReason } from '../documents/document-ids.ts'
import { Multimap } from '../documents/multimap.ts'
import { dataError, malformedMutations, mutationError } from '../errors.ts'
import { isObject } from '../groq/values.ts'
import { giveWay } from '../scheduling.ts'
import type { Change, Store, Transaction } from '../store/store.ts'
import { checkDocument, checkReleases } from './limits.ts'
import { applyPatch, PATCH_OPERATIONS, PatchError } from './patch.ts'

export type TransactionOptions = {
  transactionId?: string
  author: string
  dryRun?: boolean
  autoGenerateArrayKeys?: boolean
  /** Allows changes to documents of a scheduled release. */
  unlocked?: boolean
}
type MutationResult = {
  id: string
  operation: 'create' | 'update' | 'delete' | 'none'
  document: Document | null
}
export type Committed = { transaction: Transaction; results: MutationResult[] }

type Fields = Record<string, unknown>
/** A valid mutation; a query selects its `ids` later. */
export type Planned = { operation: Operation; body: Fields; index: number; ids?: string[] }
/** A change, and the index of its last mutation. */
type DraftChange = Change & { index: number }
type SingleMutation = { operation: Operation; id: string; body: Fields; index: number }
type Operation = (typeof OPERATIONS)[number]
const OPERATIONS = ['create', 'createOrReplace', 'createIfNotExists', 'delete', 'patch'] as const
const SELECTORS = ['id', 'query', 'params', 'ifRevisionID']
const IMMUTABLE = ['_id', '_type']
const MAX_SELECTED = 10_000 // https://www.sanity.io/docs/http-reference/mutation

export type Draft = ReturnType<typeof startDraft>

/**
 * Starts a transaction that nobody sees until it is written. Nothing else may change the content meanwhile.
 * Throws LakeError 400 or 409 for its id.
 */
export function startDraft(dataset: string, store: Store, content: Content, options: TransactionOptions) {
  const { now, randomId } = store.sources
  const id = options.transactionId || randomId()
  if (typeof id !== 'string' || !/^[^\s#,]{1,128}$/.test(id))
    throw dataError(400, 'mutationParseError', `Invalid transaction ID ${JSON.stringify(id)}`)
  if (store.hasTransaction(dataset, id))
    throw dataError(409, 'transactionAlreadyExistsError', `Transaction with ID "${id}" already exists`, {
      id,
    })
  const timestamp = now().toISOString()
  const changes = new Map<string, DraftChange>()
  const results: MutationResult[] = []
  const purged: string[] = []

  function mutate(single: SingleMutation) {
    const before = content.documents.get(single.id) ?? null
    const change = changes.get(single.id) ?? {
      id: single.id,
      before,
      after: before,
      mutations: [],
      index: 0,
    }
    const current = change.after
    const applied = apply(single, current)
    if (applied && applied !== current) checkDocument(applied, before, single.index)
    const keyed = applied && options.autoGenerateArrayKeys ? withArrayKeys(applied, randomId) : applied
    const after = keyed && applied !== current ? stamp(keyed, current, single, { id, timestamp }) : applied
    if (after !== current) {
      changes.set(single.id, change)
      change.after = after
      change.index = single.index
      change.mutations.push(mutationForListeners(single, after, keyed !== applied))
    }
    const operation = after === current ? 'none' : !after ? 'delete' : current ? 'update' : 'create'
    results.push({ id: single.id, operation, document: after ?? current })
  }

  return {
    /** A document after the mutations so far. */
    get: (id: string): Document | undefined => {
      const change = changes.get(id)
      return change ? (change.after ?? undefined) : content.documents.get(id)
    },
    /** The documents after the mutations so far. */
    *all() {
      for (const doc of content.documents.values()) if (!changes.has(doc._id)) yield doc
      for (const { after } of changes.values()) if (after) yield after
    },
    /** Applies mutations. Throws LakeError 400, 404 or 409. */
    async apply(planned: Planned[]) {
      for (const { operation, body, index, ids = [] } of planned) {
        if (ids.length > MAX_SELECTED)
          throw mutationError(400, index, {
            type: 'mutationError',
            description: `A query may select at most ${MAX_SELECTED} documents; this one selects ${ids.length}`,
          })
        for (const id of ids) {
          mutate({ operation, id, body, index })
          await giveWay()
        }
        if (operation === 'delete' && body.purge === true) purged.push(...ids)
      }
    },
    /** Checks the whole. Throws LakeError 409. */
    async finish(): Promise<Committed & { purged: string[] }> {
      const effective = [...changes.values()].filter((change) => change.before !== change.after)
      if (!options.unlocked) checkLocks(effective, content)
      await checkReferences(effective, content)
      checkReleases(effective, content)
      const transaction = {
        id,
        timestamp,
        author: options.author,
        changes: effective.map(({ index: _, ...change }) => change),
      }
      return { transaction, results, purged }
    },
  }
}

/** Parses mutations, or those of the action with an index. Throws 400 with every invalid item. */
export function plan(mutations: unknown, randomId: () => string, actionIndex?: number): Planned[] {
  if (!Array.isArray(mutations)) throw dataError(400, 'mutationParseError', 'mutations must be an array')
  const faults: { error: { type: string; description: string }; index: number }[] = []
  const planned = mutations.flatMap((mutation, i) => {
    const index = actionIndex ?? i
    const item = planOne(mutation, index, randomId)
    if (typeof item === 'object') return [item]
    faults.push({ error: { type: 'mutationParseError', description: item }, index })
    return []
  })
  if (faults.length > 0) throw malformedMutations(faults)
  return planned
}

function planOne(mutation: unknown, index: number, randomId: () => string): Planned | string {
  if (!isObject(mutation)) return 'A mutation must be an object'
  const keys = Object.keys(mutation)
  const operation = keys[0] as Operation
  if (keys.length !== 1 || !OPERATIONS.includes(operation))
    return `Unknown mutation ${JSON.stringify(keys.join(', '))}; expected one of ${OPERATIONS.join(', ')}`
  const body = mutation[operation]
  if (!isObject(body)) return `${operation} must be an object`

  if (operation === 'patch' || operation === 'delete') {
    const known = operation === 'patch' ? [...SELECTORS, ...PATCH_OPERATIONS] : [...SELECTORS, 'purge']
    const unknown = Object.keys(body).find((key) => !known.includes(key))
    if (unknown) return `Unknown key ${JSON.stringify(unknown)} in ${operation}`
    // client-go sends an empty id.
    if (body.query !== undefined && body.id !== undefined && body.id !== '')
      return `${operation} takes an id or a query, not both`
    if (typeof (body.purge ?? false) !== 'boolean') return 'purge must be true or false'
    if (!isObject(body.params ?? {})) return 'params must be an object'
    if (typeof (body.ifRevisionID ?? '') !== 'string') return 'ifRevisionID must be a string'
    if (typeof body.query === 'string') return { operation, body, index }
    const ids = [body.id].flat()
    if (ids.length === 0 || body.id === undefined) return `${operation} needs an id or a query`
    return ids.map(idError).find(Boolean) ?? { operation, body, index, ids: [...new Set(ids as string[])] }
  }

  let id = body._id ?? ''
  if (typeof id === 'string' && (id === '' || id.endsWith('.'))) id += randomId()
  const fault = idError(id)
  if (fault) return fault
  if (typeof body._type !== 'string' || !body._type) return `Document "${id}" does not have a type`
  for (const time of ['_createdAt', '_updatedAt'])
    if (body[time] !== undefined && !isTime(body[time]))
      return `${time} of document "${id}" is not a date and time`
  return { operation, body: { ...body, _id: id }, index, ids: [id as string] }
}

function apply({ operation, id, body, index }: SingleMutation, current: Document | null): Document | null {
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

function patched(current: Document, body: Fields, index: number): Document {
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
function stamp(
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

function checkLocks(changes: DraftChange[], { documents }: Content) {
  for (const { id, index } of changes) {
    const lock = lockReason(id, (release) => documents.get(release))
    if (lock) throw mutationError(409, index, { type: 'mutationError', id, description: lock })
  }
}

async function checkReferences(changes: DraftChange[], content: Content) {
  const after = new Map(changes.map((change) => [change.id, change.after]))
  const exists = (id: string) => (after.has(id) ? after.get(id) !== null : content.documents.has(id))
  /** The changed documents by the targets of their references. */
  const referring = new Multimap()
  for (const { id, after: doc } of changes) {
    for (const target of doc ? referencesOf(doc).strong : []) referring.add(target, id)
    await giveWay()
  }

  for (const { id, before, after: doc, index } of changes) {
    await giveWay()
    if (doc) {
      const known = before ? referencesOf(before).strong : undefined
      for (const target of referencesOf(doc).strong) {
        if (known?.has(target) || exists(target)) continue
        throw mutationError(409, index, {
          type: 'documentReferencesNonExistentDocumentError',
          id,
          referenceID: target,
          description: `Document "${id}" references non-existent document "${target}"`,
        })
      }
    }
    if (doc && (!before || before._type === doc._type)) continue
    const referencingIDs: string[] = []
    for (const other of content.referrers(id)) {
      if (!after.has(other) && referencesOf(content.documents.get(other)!).strong.has(id))
        referencingIDs.push(other)
      await giveWay()
    }
    referencingIDs.push(...referring.get(id).filter((other) => other !== id))
    if (referencingIDs.length > 0) {
      const action = doc ? 'change its type' : 'be deleted'
      throw mutationError(409, index, {
        type: 'documentHasExistingReferencesError',
        id,
        referencingIDs,
        description: `Document "${id}" cannot ${action} as there are references to it from "${referencingIDs[0]}"`,
      })
    }
  }
}

const operationsOf = (body: Fields): Fields =>
  Object.fromEntries(PATCH_OPERATIONS.filter((key) => key in body).map((key) => [key, body[key]]))

const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))

/** Contains the generated ids, times and keys. https://github.com/sanity-io/gradient/issues/395 */
function mutationForListeners(
  { operation, id, body }: SingleMutation,
  after: Document | null,
  isKeyed: boolean,
) {
  if (!after) return { delete: { id } }
  if (operation !== 'patch') return { [operation]: after }
  return isKeyed ? { createOrReplace: after } : { patch: { id, ...operationsOf(body) } }
}

/** Adds missing `_key`s. Returns the same value if none is missing. */
function withArrayKeys<T>(value: T, randomId: () => string): T {
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
