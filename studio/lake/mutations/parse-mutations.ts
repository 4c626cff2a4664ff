import { idError } from '../documents/document-ids.ts'
import { dataError, malformedMutations } from '../errors.ts'
import { isObject } from '../groq/values.ts'
import { PATCH_OPERATIONS } from './patch.ts'

const OPERATIONS = ['create', 'createOrReplace', 'createIfNotExists', 'delete', 'patch'] as const
const SELECTORS = ['id', 'query', 'params', 'ifRevisionID']

type Operation = (typeof OPERATIONS)[number]
type Mutation = { operation: Operation; body: Record<string, unknown>; index: number }
/** A valid mutation; a query selects its `ids` later. */
export type ParsedMutation = Mutation & { ids?: string[] }
/** A mutation of one document. */
export type SingleMutation = Mutation & { id: string }

/** Parses mutations, or those of the action with an index. Throws 400 with every invalid item. */
export function parseMutations(
  mutations: unknown,
  randomId: () => string,
  actionIndex?: number,
): ParsedMutation[] {
  if (!Array.isArray(mutations)) throw dataError(400, 'mutationParseError', 'mutations must be an array')
  const faults: { error: { type: string; description: string }; index: number }[] = []
  const parsed = mutations.flatMap((mutation, i) => {
    const index = actionIndex ?? i
    const item = parseMutation(mutation, index, randomId)
    if (typeof item === 'object') return [item]
    faults.push({ error: { type: 'mutationParseError', description: item }, index })
    return []
  })
  if (faults.length > 0) throw malformedMutations(faults)
  return parsed
}

function parseMutation(mutation: unknown, index: number, randomId: () => string): ParsedMutation | string {
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

const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
