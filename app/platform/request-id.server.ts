import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<string>()

/** Runs work with a request id, which its queries to the lake send. */
export const runWithRequestId = <T>(requestId: string, work: () => T): T => scope.run(requestId, work)

/** The id of the current request; undefined outside of one. */
export const currentRequestId = (): string | undefined => scope.getStore()

/** A request id from outside; undefined if it is not safe in headers and logs. */
export const readRequestId = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.:-]{1,128}$/.test(value) ? value : undefined
