import type { ServerResponse } from 'node:http'

const HEARTBEAT_MS = 10_000
// A lake that restarts is back in a moment; so are its listeners.
const RETRY_MS = 300
// A reader that has stopped reading may hold this much; then it is cut off and resumes by itself.
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024

export type EventStream = {
  send(event: string, data: unknown, id?: string): void
  onClose(listener: () => void): void
  close(): void
}

/** Answers with `text/event-stream`. `send` never waits for the reader. */
export function openEventStream(res: ServerResponse): EventStream {
  res.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  res.socket?.setNoDelay(true)
  res.write(`retry: ${RETRY_MS}\n\n`)
  const heartbeat = setInterval(() => res.write(':\n\n'), HEARTBEAT_MS)
  heartbeat.unref()
  const closed: (() => void)[] = []
  res.on('close', () => {
    clearInterval(heartbeat)
    for (const listener of closed) listener()
  })
  return {
    send(event, data, id) {
      if (res.destroyed || res.writableEnded) return
      res.write(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      if (res.writableLength > MAX_BUFFERED_BYTES) res.destroy()
    },
    onClose: (listener) => void closed.push(listener),
    close: () => void res.end(),
  }
}
