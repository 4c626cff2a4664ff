type Level = 'info' | 'warn' | 'error'
type Details = Record<string, string | number | boolean | undefined>
/** Receives the events of a lake. */
export type Log = (event: string, details?: Details, level?: Level) => void

export const silent: Log = () => {}
