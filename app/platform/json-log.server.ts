import { writeSync } from 'node:fs'
import type { Log } from '#app/platform/log.ts'

/** Pause before the next attempt while the reader is slow. */
const SLOW_READER_MS = 2
const pause = new Int32Array(new SharedArrayBuffer(4))

/** Writes lines synchronously. Counts lost lines, and writes `lostMessage(count)` once writing succeeds again. */
export function lineWriter(fd: number, lostMessage: (lost: number) => string) {
  let lost = 0
  let isCut = false

  function writeAll(text: string): void {
    const bytes = Buffer.from(text)
    for (let offset = 0; offset < bytes.length; )
      try {
        offset += writeSync(fd, bytes, offset)
        isCut = offset < bytes.length
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
        Atomics.wait(pause, 0, 0, SLOW_READER_MS)
      }
  }

  /** `lines` includes the line ends. */
  return function write(lines: string): void {
    try {
      if (isCut) writeAll('\n')
      if (lost > 0) writeAll(lostMessage(lost))
      lost = 0
      writeAll(lines)
    } catch {
      lost += lines.split('\n').length - 1
    }
  }
}

const formatLine = (level: string, part: string, rest: Record<string, unknown>): string =>
  `${JSON.stringify({ level, time: new Date().toISOString(), part, ...rest })}\n`

/** Writes whole lines of a part's log: to 1 (stdout) or 2 (stderr). */
export const logLines = (part: string, fd: 1 | 2): ((lines: string) => void) =>
  lineWriter(fd, (lost) =>
    formatLine('warn', part, {
      lost,
      message: 'lines of the log are missing because they could not be written',
    }),
  )

/** The log of one part of the product: a JSON line for each entry, to stdout (info) or stderr (warn, error). */
export function jsonLog(part: string): Log {
  const [stdout, stderr] = [logLines(part, 1), logLines(part, 2)]
  return (level, message, detail) =>
    (level === 'info' ? stdout : stderr)(formatLine(level, part, { ...detail, message }))
}
