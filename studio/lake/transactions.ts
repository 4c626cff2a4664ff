import { randomBytes } from 'node:crypto'
import { Mutation } from '@sanity/mutator'
import { type Content, strongReferences } from '#studio/lake/content.ts'
import { type Document, isValidId, randomId } from '#studio/lake/document-ids.ts'
import { dataError, mutationError } from '#studio/lake/errors.ts'
import type { Change, Store, Transaction } from '#studio/lake/store.ts'

export type TransactionOptions = {
  transactionId?: string
  author: string
  dryRun?: boolean
  autoGenerateArrayKeys?: boolean
}
export type MutationResult = {
  id: string
  operation: 'create' | 'update' | 'delete' | 'none'
  document: Document | null
}
export type Committed = { transaction: Transaction; results: MutationResult[] }
export type Transactions = ReturnType<typeof createTransactions>

type Fields = Record<string, unknown>
type Single = { operation: Operation; id: string; body: Fields; index: number }
type Operation = (typeof OPERATIONS)[number]
const OPERATIONS = ['create', 'createOrReplace', 'createIfNotExists', 'delete', 'patch'] as const
const SELECTORS = ['id', 'query', 'params', 'ifRevisionID']
const PATCHES = ['set', 'setIfMissing', 'unset', 'inc', 'dec', 'insert', 'diffMatchPatch', 'merge']

/**
 * Turns mutations into transactions of one dataset. A commit is synchronous from reading to writing, so
 * transactions never interleave; it returns once the store has it on disk and `content` shows it.
 * `select` gives the ids that a query of a patch or delete matches.
 */
export function createTransactions(
  dataset: string,
  store: Store,
  content: Content,
  select: (query: string, params: Fields) => string[],
) {
  /** Throws LakeError 400, 404 or 409 in Sanity's shapes, and then has changed nothing. */
  function commit(mutations: unknown, options: TransactionOptions): Committed {
    if (!Array.isArray(mutations)) throw dataError(400, 'mutationParseError', 'mutations must be an array')
    const id = options.transactionId || randomId()
    if (typeof id !== 'string' || id.length > 128)
      throw dataError(400, 'mutationParseError', 'transactionId must be a string of at most 128 characters')
    if (store.hasTransaction(dataset, id))
      throw dataError(409, 'transactionAlreadyExistsError', `Transaction with ID "${id}" already exists`, {
        id,
      })
    const timestamp = new Date().toISOString()
    const changes = new Map<string, Change>()
    const results: MutationResult[] = []

    mutations.forEach((given, index) => {
      for (const single of normalise(given, index, select)) {
        const before = content.documents.get(single.id) ?? null
        const change = changes.get(single.id) ?? { id: single.id, before, after: before, mutations: [] }
        const current = change.after
        let after = apply(single, current)
        if (after && after !== current) {
          if (options.autoGenerateArrayKeys) after = withArrayKeys(after)
          after = stamp(after, current, single, { id, timestamp })
        }
        if (after !== current) {
          changes.set(single.id, change)
          change.after = after
          change.mutations.push(
            options.autoGenerateArrayKeys && after ? { createOrReplace: after } : asMutation(single),
          )
        }
        const operation = after === current ? 'none' : !after ? 'delete' : current ? 'update' : 'create'
        results.push({ id: single.id, operation, document: after })
      }
    })

    const effective = [...changes.values()].filter((change) => change.before !== change.after)
    checkReferences(effective, content)
    const transaction = { id, timestamp, author: options.author, changes: effective }
    if (!options.dryRun && effective.length > 0) {
      store.append(dataset, transaction)
      content.apply(effective)
    }
    return { transaction, results }
  }
  return { commit }
}

function normalise(
  given: unknown,
  index: number,
  select: (query: string, params: Fields) => string[],
): Single[] {
  const refuse = (description: string) =>
    mutationError(400, index, { type: 'mutationParseError', description })
  if (!isObject(given)) throw refuse('a mutation must be an object')
  const keys = Object.keys(given)
  const operation = keys[0] as Operation
  if (keys.length !== 1 || !OPERATIONS.includes(operation))
    throw refuse(
      `unknown mutation ${JSON.stringify(keys.join(', '))}; expected one of ${OPERATIONS.join(', ')}`,
    )
  const body = given[operation]
  if (!isObject(body)) throw refuse(`${operation} must be an object`)

  if (operation === 'patch' || operation === 'delete') {
    if (operation === 'patch') {
      const unknown = Object.keys(body).find((key) => !SELECTORS.includes(key) && !PATCHES.includes(key))
      if (unknown) throw refuse(`unknown patch operation ${JSON.stringify(unknown)}`)
    }
    const ids =
      typeof body.query === 'string'
        ? select(body.query, isObject(body.params) ? body.params : {})
        : Array.isArray(body.id)
          ? body.id
          : [body.id]
    for (const id of ids)
      if (typeof id !== 'string' || !id) throw refuse(`${operation} needs an id or a query`)
    return (ids as string[]).map((id) => ({ operation, id, body, index }))
  }

  let id = body._id ?? ''
  if (typeof id === 'string' && (id === '' || id.endsWith('.'))) id += randomId()
  if (!isValidId(id)) throw refuse(`invalid document ID ${JSON.stringify(body._id)}`)
  if (typeof body._type !== 'string' || !body._type)
    throw refuse(`document ${JSON.stringify(id)} needs a _type`)
  return [{ operation, id, body: { ...body, _id: id }, index }]
}

function apply({ operation, id, body, index }: Single, current: Document | null): Document | null {
  const missing = () =>
    mutationError(404, index, {
      type: 'documentNotFoundError',
      id,
      description: `The document with the ID "${id}" was not found`,
    })
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
      return null // Sanity answers a delete of a missing document with success, too
    case 'patch': {
      if (!current) throw missing()
      const expected = body.ifRevisionID
      if (expected && expected !== current._rev) {
        throw mutationError(409, index, {
          type: 'documentRevisionIDDoesNotMatchError',
          id,
          currentRevisionID: current._rev,
          expectedRevisionID: expected,
          description: `Document "${id}" has unexpected revision ID ("${current._rev}"), expected "${expected}"`,
        })
      }
      let next: Document
      try {
        next = new Mutation({ mutations: [{ patch: operationsOf(body, id) }] as never }).apply(
          current as never,
        ) as unknown as Document
      } catch (error) {
        throw mutationError(400, index, {
          type: 'mutationError',
          id,
          description: (error as Error).message.replace(/\n[\s\S]*$/, ''),
        })
      }
      if (next._id !== id)
        throw mutationError(409, index, {
          type: 'mutationError',
          id,
          description: `Cannot modify immutable attribute "_id"`,
        })
      if (next._type !== current._type)
        throw mutationError(409, index, {
          type: 'mutationError',
          id,
          description: `Cannot modify immutable attribute "_type"`,
        })
      return next === current ? { ...current } : next // a patch without effect still makes a revision
    }
  }
}

/** `_rev` is the transaction's id; times given with a whole document are kept, as an import needs. */
function stamp(
  after: Document,
  current: Document | null,
  { operation, body }: Single,
  { id, timestamp }: { id: string; timestamp: string },
): Document {
  const whole = operation !== 'patch'
  const { _rev, _createdAt, _updatedAt, ...fields } = after
  const createdAt = (whole ? body._createdAt : undefined) ?? current?._createdAt ?? timestamp
  const updatedAt = (whole ? body._updatedAt : undefined) ?? timestamp
  return { ...fields, _createdAt: String(createdAt), _updatedAt: String(updatedAt), _rev: id } as Document
}

function checkReferences(changes: Change[], content: Content) {
  const after = new Map(changes.map((change) => [change.id, change.after]))
  const exists = (id: string) => (after.has(id) ? after.get(id) !== null : content.documents.has(id))
  for (const { id, before, after: doc } of changes) {
    if (doc) {
      const known = before ? strongReferences(before) : undefined
      for (const target of strongReferences(doc)) {
        if (known?.has(target) || exists(target)) continue
        throw mutationError(409, 0, {
          type: 'documentReferencesNonExistentDocumentError',
          id,
          referenceID: target,
          description: `Document "${id}" references non-existent document "${target}"`,
        })
      }
    } else {
      const referrers = new Set(content.referrers(id))
      for (const other of changes) {
        if (other.after && strongReferences(other.after).has(id)) referrers.add(other.id)
        else referrers.delete(other.id)
      }
      if (referrers.size > 0) {
        const referencingIDs = [...referrers]
        throw mutationError(409, 0, {
          type: 'documentHasExistingReferencesError',
          id,
          referencingIDs,
          description: `Document "${id}" cannot be deleted as there are references to it from "${referencingIDs[0]}"`,
        })
      }
    }
  }
}

function operationsOf(body: Fields, id: string): Fields {
  const patch: Fields = { id }
  for (const key of PATCHES) if (key in body) patch[key] = body[key]
  return patch
}

/** The mutation as a listener may replay it on the one document it is told about. */
function asMutation({ operation, id, body }: Single) {
  if (operation === 'patch') return { patch: operationsOf(body, id) }
  return operation === 'delete' ? { delete: { id } } : { [operation]: body }
}

function withArrayKeys<T>(value: T): T {
  if (Array.isArray(value)) {
    return value.map((item) => {
      const keyed = withArrayKeys(item)
      return isObject(keyed) && !('_key' in keyed)
        ? { _key: randomBytes(6).toString('hex'), ...keyed }
        : keyed
    }) as T
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withArrayKeys(item)])) as T
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
