import { jsonLog } from '#app/platform/json-log.server.ts'

/** The site's log. */
export const log = jsonLog('site')
