import { type IncomingMessage, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { httpError } from '../errors.ts'
import type { Call } from '../http/http.ts'

export type DevProxy = ReturnType<typeof createDevProxy>

/** Forwards the Studio's requests to `sanity dev`, so that the Studio keeps the lake's origin. */
export function createDevProxy(target: string) {
  const { hostname, port } = new URL(target)
  const options = (req: IncomingMessage) => ({
    hostname,
    port,
    method: req.method,
    path: req.url,
    headers: {
      ...req.headers,
      host: `${hostname}:${port}`,
      ...(req.headers.origin && { origin: target.replace(/\/$/, '') }),
    },
  })

  return {
    serve({ req, res }: Call): Promise<void> {
      return new Promise((resolve, reject) => {
        const upstream = request(options(req), (answer) => {
          res.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(res).on('close', resolve)
        })
        upstream.on('error', () =>
          res.headersSent
            ? res.destroy()
            : reject(httpError(502, `The Studio's development server at ${target} does not answer`)),
        )
        res.on('close', () => upstream.destroy())
        req.pipe(upstream)
      })
    },
    upgrade(req: IncomingMessage, socket: Duplex, head: Buffer) {
      const upstream = request(options(req))
      upstream.on('upgrade', (answer, other, otherHead) => {
        const headers = answer.rawHeaders.reduce(
          (text, part, i) => text + (i % 2 ? `${part}\r\n` : `${part}: `),
          '',
        )
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`)
        if (otherHead.length > 0) socket.write(otherHead)
        if (head.length > 0) other.write(head)
        other.pipe(socket).on('error', () => other.destroy())
        socket.pipe(other).on('error', () => socket.destroy())
      })
      upstream.on('response', () => socket.destroy())
      upstream.on('error', () => socket.destroy())
      upstream.end()
    },
  }
}
