import type { ServerResponse } from 'node:http'

const HEARTBEAT_MS = 10_000
// A restarted lake is ready after this time.
const RETRY_MS = 300
// A slower reader is disconnected, and resumes.
const MAX_WAITING_BYTES = 1024 * 1024
// A reader that reads nothing for this long is disconnected.
const MAX_STUCK_MS = 30_000

export type EventStream = {
  send(event: string, data: unknown, id?: string): void
  /** Sends an encoded event; streams share its bytes. */
  write(event: Buffer): void
  /** Resolves when the reader has received everything or disconnected. */
  taken(): Promise<void>
  readonly closed: boolean
  onClose(listener: () => void): void
  close(): void
}

/** Ends a stream whose client should not reconnect. */
export function dismiss(stream: EventStream, reason: string) {
  stream.send('disconnect', { reason })
  stream.close()
}

export const encodeEvent = (event: string, data: unknown, id?: string) =>
  Buffer.from(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

/** Opens an event stream. Sending never waits for the reader. */
export function openEventStream(res: ServerResponse): EventStream {
  res.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  if (res.req.method === 'HEAD') res.end()
  res.socket?.setNoDelay(true)
  const isClosed = () => res.destroyed || res.writableEnded

  function write(event: Buffer | string) {
    if (isClosed()) return
    // One event may be larger than the limit, so the check is before the next one.
    if (res.writableLength > MAX_WAITING_BYTES) res.destroy()
    else res.write(event)
  }

  let stuckMs = 0
  let takenBytes = 0
  const heartbeat = setInterval(() => {
    const { socket } = res
    const bytes = socket ? socket.bytesWritten - socket.writableLength : 0
    stuckMs = res.writableLength > 0 && bytes === takenBytes ? stuckMs + HEARTBEAT_MS : 0
    takenBytes = bytes
    if (stuckMs >= MAX_STUCK_MS) res.destroy()
    // No heartbeat while data waits: it could disconnect a slow reader.
    else if (res.writableLength === 0) write(':\n\n')
  }, HEARTBEAT_MS)
  res.on('close', () => clearInterval(heartbeat))
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
    onClose: (listener) => void res.once('close', listener),
    close: () => void res.end(),
  }
}
