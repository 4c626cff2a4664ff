import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<string>()

/** Runs work for a request, whose id its queries to the lake carry. */
export const runWithRequestId = <T>(requestId: string, work: () => T): T => scope.run(requestId, work)

/** The id of the current request; undefined outside of one. */
export const currentRequestId = (): string | undefined => scope.getStore()

/** A request id from outside; undefined if it is not safe in headers and logs. */
export const readRequestId = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.:-]{1,128}$/.test(value) ? value : undefined
