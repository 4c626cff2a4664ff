import { STATUS_CODES } from 'node:http'

/** An error response: HTTP status and Sanity's JSON body. */
export class LakeError extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  constructor(status: number, message: string, body: Record<string, unknown>) {
    super(message)
    this.name = 'LakeError'
    this.status = status
    this.body = body
  }
}

/** Sanity's general shape: `{statusCode, error, message}`. */
export const httpError = (status: number, message: string, extra: Record<string, unknown> = {}) =>
  new LakeError(status, message, { statusCode: status, error: STATUS_CODES[status], message, ...extra })

export const unauthorized = (message = 'Session not found') =>
  httpError(401, message, { errorCode: 'SIO-401-ANF' })

export const datasetNotFound = (name: string, projectId: string) =>
  httpError(404, `Dataset "${name}" not found for project ID "${projectId}"`)

export const wrongProject = (asked: string, served: string) =>
  httpError(
    404,
    `Project not found for ID "${asked}": this lake serves the project "${served}" (start it with --project-id ${asked})`,
  )

/** The Content Lake's shape: `{error: {type, description}}`. */
export const dataError = (
  status: number,
  type: string,
  description: string,
  extra: Record<string, unknown> = {},
) => new LakeError(status, description, { error: { type, description, ...extra }, statusCode: status })

/** A query error. `start` and `end` are offsets. */
export const queryParseError = (query: string, description: string, start = 0, end = query.length) =>
  dataError(400, 'queryParseError', description, { query, start, end })

/** 408, because clients retry after 429, 502 and 503. */
export const queryTimeout = (query: string) =>
  dataError(408, 'queryTimeoutError', 'The query took too long and was ended', { query })

export const queryTooLarge = (query: string) =>
  dataError(400, 'queryEvaluationError', 'The query needs more memory than a query may take', { query })

type Refusal = { type: string; description: string; [key: string]: unknown }

export const mutationError = (status: number, index: number, error: Refusal) =>
  dataError(status, 'mutationError', `The mutation(s) failed: ${error.description}`, {
    items: [{ error, index }],
  })

/** A document that the hosted lake does not store. https://github.com/sanity-io/sanity-plugin-hotspot-array/issues/31 */
export const invalidDocument = (index: number, description: string) =>
  dataError(400, 'mutationError', `Mutation failed: ${description}`, {
    items: [{ error: { type: 'validationError', description }, index }],
  })

export const malformedMutations = (items: { error: Refusal; index: number }[]) =>
  dataError(400, 'mutationError', `Mutation(s) failed with ${items.length} error(s)`, { items })

export const actionError = (status: number, index: number, description: string) =>
  dataError(status, 'actionError', `The action(s) failed: ${description}`, {
    items: [{ error: { type: 'actionError', description }, index }],
  })

/** A viewer's write. The Content Lake names the missing permission of the first change. */
export const permissionError = (kind: 'mutation' | 'action', permission: 'create' | 'update') => {
  const description = `Insufficient permissions; permission "${permission}" required`
  return dataError(403, `${kind}Error`, `The ${kind}(s) failed: ${description}`, {
    items: [{ error: { type: 'insufficientPermissionsError', description, permission }, index: 0 }],
  })
}

/** A reason not to start, in one line. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** A damaged database. */
export class DamageError extends StartError {}

/** SQLite's FULL, and IOERR_SHMSIZE: no space for its shared memory file. */
const DISK_FULL_CODES = [13, 4874]

/** Whether a disk, or SQLite on it, is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: string; errcode?: number }
  return (
    code === 'ENOSPC' || code === 'EDQUOT' || (errcode !== undefined && DISK_FULL_CODES.includes(errcode))
  )
}
