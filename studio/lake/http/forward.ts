import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { type Duplex, PassThrough, pipeline } from 'node:stream'
import { httpError } from '../errors.ts'

const HOP_BY_HOP = /^(?:connection|keep-alive|transfer-encoding)$/
const without = (pattern: RegExp, headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !pattern.test(name)))

type Exchange = { req: IncomingMessage; res: ServerResponse }

/** Forwards requests and upgrades to the server at `target`. `name` is its name in error messages. */
export function createForwarder(
  target: string,
  name: string,
  headersOf: (headers: IncomingHttpHeaders) => IncomingHttpHeaders = (headers) => headers,
) {
  const { hostname, port, host } = new URL(target)
  // An agent of its own, because the global one may use the proxy of the environment.
  const agent = new Agent({ keepAlive: true })
  const start = ({ method, url, headers }: IncomingMessage) =>
    request({
      agent,
      hostname,
      port,
      method,
      path: url,
      headers: { ...without(/^:/, headersOf(headers)), host },
    })

  return {
    /** The body of the answer passes through `filter`. Throws 502 if the server does not answer. */
    serve({ req, res }: Exchange, filter: Duplex = new PassThrough()): Promise<void> {
      return new Promise((resolve, reject) => {
        const upstream = start(req)
        upstream.on('response', (answer) => {
          res.writeHead(answer.statusCode ?? 502, without(HOP_BY_HOP, answer.headers))
          res.flushHeaders() // event streams may be silent at first
          pipeline(answer, filter, res, () => resolve())
        })
        upstream.on('error', () =>
          res.headersSent ? res.destroy() : reject(httpError(502, `${name} at ${target} does not answer`)),
        )
        res.on('close', () => upstream.destroy())
        req.pipe(upstream)
      })
    },
    upgrade(req: IncomingMessage, socket: Duplex, head: Buffer) {
      const upstream = start(req)
      upstream.on('upgrade', (answer, other, otherHead) => {
        const headers = answer.rawHeaders.reduce(
          (text, part, i) => text + (i % 2 ? `${part}\r\n` : `${part}: `),
          '',
        )
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`)
        if (otherHead.length > 0) socket.write(otherHead)
        if (head.length > 0) other.write(head)
        connectDuplexes(socket, other)
      })
      upstream.on('response', () => socket.destroy())
      upstream.on('error', () => socket.destroy())
      upstream.end()
    },
    close: () => agent.destroy(),
  }
}

/** Copies bytes in both directions until both sides have ended, or one fails. */
export function connectDuplexes(a: Duplex, b: Duplex): void {
  pipeline(a, b, () => {})
  pipeline(b, a, () => {})
}
