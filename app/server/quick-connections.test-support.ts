import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { listen } from '#app/server/listen.test-support.ts'
import { type AskedQuickly, type QuickAnswer, QuickConnections } from '#app/server/quick-connections.ts'
import { PATIENCE } from '#app/server/web-server.ts'

/** More than the kernel takes for somebody who doesn’t read. */
export const LARGE = Buffer.alloc(20_000_000, 'l')

/** Says what was understood of a request. */
function echo({ method, url, headers }: AskedQuickly) {
  // Node's own object can't take the second.
  const others = Object.entries(headers).filter(([name]) => name !== 'connection' && name !== '__proto__')
  const said = JSON.stringify([method, url, others.sort()])
  const body = url.endsWith('large') ? LARGE : Buffer.from(said)
  return {
    status: url.startsWith('/missing') ? 404 : 200,
    headers: ['Content-Type', 'text/plain', 'Content-Length', String(body.length)],
    body: method === 'HEAD' ? undefined : body,
  }
}

let open: (() => void) | undefined
/** Has the answer to `/gated` come, which was asked for last; to `/gated-rest` it is another’s. */
export function openGate() {
  open?.()
  open = undefined
}
/** Resolves once somebody waits for that. */
export const untilGated = () => until(() => open !== undefined)

const answer: QuickAnswer = (asked, deliver) => {
  if (asked.url.startsWith('/rest')) return false
  const now = () => {
    deliver(echo(asked), ['X-Request-Id', 'r'])
    return true
  }
  if (asked.url.startsWith('/later-rest')) return Promise.resolve(false)
  if (asked.url.startsWith('/gated'))
    return new Promise<void>((resolve) => (open = resolve)).then(asked.url === '/gated' ? now : () => false)
  return asked.url.startsWith('/later') ? pause(20).then(now) : now()
}

/** The same answers by Node's HTTP, and those that are its own. */
const byNode =
  (asked: string[]): RequestListener =>
  (request, response) => {
    const { method = '', url = '', headers } = request
    asked.push(`${method} ${url}`)
    const { status, headers: about, body } = echo({ method, url, headers })
    request.resume().on('end', () => {
      response.writeHead(status, [...about, 'X-Request-Id', 'r']).end(body)
    })
  }

export async function serve({
  quickly = true,
  limits = {},
}: {
  quickly?: boolean
  limits?: Partial<typeof PATIENCE>
} = {}) {
  const asked: string[] = []
  const server: Server = createServer({ keepAliveTimeout: PATIENCE.keepAliveMs }, byNode(asked))
  const handedOn: Socket[] = []
  server.on('connection', (socket) => handedOn.push(socket))
  const quick = new QuickConnections(answer, { ...PATIENCE, ...limits })
  if (quickly) quick.before(server)
  onTestFinished(() => quick.closeAll())
  const port = await listen(server, '127.0.0.1')
  const dial = () => {
    const heard = { text: '', isClosed: false }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.on('data', (bytes) => (heard.text += bytes.toString('latin1')))
    socket.on('error', () => {}).on('close', () => (heard.isClosed = true))
    onTestFinished(() => void socket.destroy())
    return { socket, heard }
  }
  return { server, quick, port, asked, handedOn, dial }
}

export const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`
export const answersIn = (text: string) => text.match(/HTTP\/1\.1 \d+/g) ?? []
export const until = (isSo: () => boolean) => expect.poll(isSo).toBe(true)
