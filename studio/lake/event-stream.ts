import type { ServerResponse } from 'node:http'

const HEARTBEAT_MS = 10_000
// A lake that restarts is back in a moment; so are its listeners.
const RETRY_MS = 300
// Who has this much waiting when the next event comes has stopped reading: it is cut off, and resumes by itself.
const MOST_WAITING_BYTES = 1024 * 1024
// Who takes nothing for this long, however little waits, is gone.
const MOST_STUCK_MS = 30_000

export type EventStream = {
  send(event: string, data: unknown, id?: string): void
  /** Sends an event that is written already; many streams share its bytes. */
  write(event: Buffer): void
  /** Resolves, after a turn of the event loop, when the reader has taken what it was sent or is gone. */
  taken(): Promise<void>
  readonly closed: boolean
  onClose(listener: () => void): void
  close(): void
}

/** Ends a stream whose reader should not come back: what it listened to is gone. */
export function dismiss(stream: EventStream, reason: string) {
  stream.send('disconnect', { reason })
  stream.close()
}

/** An event as `text/event-stream` has it. */
export const encodeEvent = (event: string, data: unknown, id?: string) =>
  Buffer.from(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

/** Answers with `text/event-stream`. Sending never waits for the reader, and a reader never holds much memory. */
export function openEventStream(res: ServerResponse): EventStream {
  res.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  if (res.req.method === 'HEAD') res.end()
  res.socket?.setNoDelay(true)
  const listeners: (() => void)[] = []
  const isClosed = () => res.destroyed || res.writableEnded

  function write(event: Buffer | string) {
    if (isClosed()) return
    // What came before may be as large as a document: only who hasn't taken that when more comes is too slow.
    if (res.writableLength > MOST_WAITING_BYTES) res.destroy()
    else res.write(event)
  }

  let stuckMs = 0
  let takenBytes = 0
  const heartbeat = setInterval(() => {
    const { socket } = res
    const bytes = socket ? socket.bytesWritten - socket.writableLength : 0
    stuckMs = res.writableLength > 0 && bytes === takenBytes ? stuckMs + HEARTBEAT_MS : 0
    takenBytes = bytes
    if (stuckMs >= MOST_STUCK_MS) res.destroy()
    // While something waits the connection is no idle one, and a heartbeat no reason to cut its reader off.
    else if (res.writableLength === 0) write(':\n\n')
  }, HEARTBEAT_MS)
  res.on('close', () => {
    clearInterval(heartbeat)
    for (const listener of listeners) listener()
  })
  write(`retry: ${RETRY_MS}\n\n`)

  return {
    send: (event, data, id) => write(encodeEvent(event, data, id)),
    write,
    taken: () =>
      new Promise((resolve) => {
        if (!res.writableNeedDrain) return void setImmediate(resolve)
        const done = () => {
          res.off('drain', done).off('close', done)
          resolve()
        }
        res.on('drain', done).on('close', done)
      }),
    get closed() {
      return isClosed()
    },
    onClose: (listener) => void listeners.push(listener),
    close: () => void res.end(),
  }
}
