import pino from 'pino'

export type Level = 'info' | 'warn' | 'error'
export type Details = Record<string, string | number | boolean | undefined>
export type Log = (event: string, details?: Details, level?: Level) => void

/** The lake's log: a JSON line for each notable event, to stdout (info) or stderr (warn, error), written before the call returns. */
export function createLog(): Log {
  const to = (fd: number) =>
    pino(
      {
        base: { part: 'lake' },
        messageKey: 'message',
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (level) => ({ level }) },
      },
      pino.destination({ fd, sync: true }),
    )
  const said = to(1)
  const complained = to(2)
  return (event, details = {}, level = 'info') =>
    (level === 'info' ? said : complained)[level](details, event)
}

export const silent: Log = () => {}
