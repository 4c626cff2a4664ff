import { jsonLog } from '#app/json-log.server.ts'

/** The site's log. */
export const log = jsonLog('site')
