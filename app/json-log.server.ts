import pino from 'pino'
import type { Log } from '#app/log.ts'
import { lineWriter } from '#app/log-lines.server.ts'

/** Writes whole lines of a part's log: to 1 (stdout) or 2 (stderr). */
export const logLines = (part: string, fd: 1 | 2): ((lines: string) => void) =>
  lineWriter(fd, (lost) => {
    const time = new Date().toISOString()
    const message = 'lines of the log are missing: they could not be written'
    return `${JSON.stringify({ level: 'warn', time, part, lost, message })}\n`
  })

/** The log of one part of the product: a JSON line for each entry, to stdout (info) or stderr (warn, error). */
export function jsonLog(part: string): Log {
  const to = (fd: 1 | 2) =>
    pino(
      {
        base: { part },
        messageKey: 'message',
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (level) => ({ level }) },
      },
      { write: logLines(part, fd) },
    )
  const said = to(1)
  const complained = to(2)
  return (level, message, detail = {}) => (level === 'info' ? said : complained)[level](detail, message)
}
