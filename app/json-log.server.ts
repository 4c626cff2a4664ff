import pino from 'pino'
import type { Log } from '#app/log.ts'

/**
 * The log of one part of the product: a JSON line for each entry, to stdout (info) or stderr (warn, error). A line is
 * written before the call returns, so none waits in memory, however slow its reader, and the last one is not lost.
 */
export function jsonLog(part: string): Log {
  const to = (fd: number) =>
    pino(
      {
        base: { part },
        messageKey: 'message',
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (level) => ({ level }) },
      },
      pino.destination({ fd, sync: true }),
    )
  const said = to(1)
  const complained = to(2)
  return (level, message, detail = {}) => (level === 'info' ? said : complained)[level](detail, message)
}
