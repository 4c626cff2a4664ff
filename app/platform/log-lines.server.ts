import { writeSync } from 'node:fs'

/** A reader that is behind is given so long before the rest of a line is offered again. */
const SLOW_READER_MS = 2
const pause = new Int32Array(new SharedArrayBuffer(4))

/**
 * Writes lines to a file descriptor, each before the call returns: none waits in memory, however slow the reader, and the
 * last one is not lost. Where none can be written (a full disk, a reader that is gone) they are counted and work goes on;
 * the first that can be written again is preceded by `about(count)`.
 */
export function lineWriter(fd: number, about: (lost: number) => string) {
  let lost = 0
  let isCut = false

  function writeAll(text: string): void {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; )
      try {
        at += writeSync(fd, bytes, at)
        isCut = at < bytes.length
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
        Atomics.wait(pause, 0, 0, SLOW_READER_MS)
      }
  }

  /** `lines`: whole ones, with their ends. */
  return function write(lines: string): void {
    try {
      if (isCut) writeAll('\n')
      if (lost > 0) writeAll(about(lost))
      lost = 0
      writeAll(lines)
    } catch {
      lost += lines.split('\n').length - 1
    }
  }
}
