import type { Log } from '#studio/lake/log.ts'
import { jsonLog } from '../../app/platform/json-log.server.ts'

/** The lake's log writes one JSON line per event. */
export function createLog(): Log {
  const write = jsonLog('lake')
  return (event, details = {}, level = 'info') => write(level, event, details)
}
