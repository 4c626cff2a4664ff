import { jsonLog } from '../../app/platform/json-log.server.ts'

type Level = 'info' | 'warn' | 'error'
type Details = Record<string, string | number | boolean | undefined>
export type Log = (event: string, details?: Details, level?: Level) => void

/** The lake's log writes one JSON line per event. */
export function createLog(): Log {
  const write = jsonLog('lake')
  return (event, details = {}, level = 'info') => write(level, event, details)
}

export const silent: Log = () => {}
