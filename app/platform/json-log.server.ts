import type { Log } from '#app/platform/log.ts'

// A full disk or a closed pipe loses lines, but must not end the process. Writes to files and pipes are synchronous.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** Writes whole lines of a log to stdout. */
export const writeLines = (lines: string): void => void process.stdout.write(lines)

/** The log of one part of the product: a JSON line for each entry, to stdout (info) or stderr (warn, error). */
export function jsonLog(part: string): Log {
  return (level, message, detail) => {
    const line = `${JSON.stringify({ level, time: new Date().toISOString(), part, ...detail, message })}\n`
    if (level === 'info') writeLines(line)
    else process.stderr.write(line)
  }
}
