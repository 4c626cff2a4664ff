import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<string>()

/** Runs work on behalf of a request: what is asked of the lake on the way carries its id. */
export const onBehalfOf = <T>(requestId: string, work: () => T): T => scope.run(requestId, work)

/** The id of the request that the caller works for; undefined where it works for none. */
export const currentRequestId = (): string | undefined => scope.getStore()

/** A request id that somebody else chose, where it may stand in a header and a line of the log. */
export const readRequestId = (given: unknown): string | undefined =>
  typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : undefined
