import { STATUS_CODES } from 'node:http'

/** An answer that refuses: HTTP status and the JSON body Sanity would send. */
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

/** No valid credentials; Sanity's code for it is SIO-401-ANF. */
export const unauthorized = (message = 'Session not found') =>
  httpError(401, message, { errorCode: 'SIO-401-ANF' })

export const noDataset = (name: string) =>
  httpError(404, `Dataset "${name}" not found for project ID "local"`)

/** The Content Lake's shape: `{error: {type, description}}`. */
export const dataError = (
  status: number,
  type: string,
  description: string,
  extra: Record<string, unknown> = {},
) => new LakeError(status, description, { error: { type, description, ...extra }, statusCode: status })

/** A query that can't be understood; `start` and `end` are offsets into it. */
export const queryParseError = (query: string, description: string, start = 0, end = query.length) =>
  dataError(400, 'queryParseError', description, { query, start, end })

/** A query that took longer than it may. The client repeats after a 429, 502 or 503, which would not help here. */
export const queryTimeout = (query: string) =>
  dataError(408, 'queryTimeoutError', 'The query took too long and was ended', { query })

export const queryTooLarge = (query: string) =>
  dataError(400, 'queryEvaluationError', 'The query needs more memory than a query may take', { query })

type Refusal = { type: string; description: string; [key: string]: unknown }

/** A mutation that is refused: `{error: {type: 'mutationError', description, items: [{error, index}]}}`. */
export const mutationError = (status: number, index: number, error: Refusal) =>
  dataError(status, 'mutationError', `The mutation(s) failed: ${error.description}`, {
    items: [{ error, index }],
  })

/** Mutations that make no sense, all of them at once. */
export const malformedMutations = (items: { error: Refusal; index: number }[]) =>
  dataError(400, 'mutationError', `Mutation(s) failed with ${items.length} error(s)`, { items })

/** The same for an action of `/data/actions`. */
export const actionError = (status: number, index: number, description: string) =>
  dataError(status, 'actionError', `The action(s) failed: ${description}`, {
    items: [{ error: { type: 'actionError', description }, index }],
  })

/** A reason not to start, told to a person in one line. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
