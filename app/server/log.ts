import { jsonLog } from '#app/json-log.server.ts'

/** The site's log. */
export const log = jsonLog('site')

/** What went wrong, for the log: of a connection `fetch` says only that it failed, and why in the error's cause. */
export function faultOf(error: unknown): string {
  const { cause } = error as Error
  return cause instanceof Error
    ? `${error} (${(cause as NodeJS.ErrnoException).code ?? cause.message})`
    : String(error)
}
