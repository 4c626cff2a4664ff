import type { Log } from '#app/platform/log.ts'
import { lineWriter } from '#app/platform/log-lines.server.ts'

const lineOf = (level: string, part: string, rest: Record<string, unknown>): string =>
  `${JSON.stringify({ level, time: new Date().toISOString(), part, ...rest })}\n`

/** Writes whole lines of a part's log: to 1 (stdout) or 2 (stderr). */
export const logLines = (part: string, fd: 1 | 2): ((lines: string) => void) =>
  lineWriter(fd, (lost) =>
    lineOf('warn', part, { lost, message: 'lines of the log are missing: they could not be written' }),
  )

/** The log of one part of the product: a JSON line for each entry, to stdout (info) or stderr (warn, error). */
export function jsonLog(part: string): Log {
  const [said, complained] = [logLines(part, 1), logLines(part, 2)]
  return (level, message, detail) =>
    (level === 'info' ? said : complained)(lineOf(level, part, { ...detail, message }))
}
