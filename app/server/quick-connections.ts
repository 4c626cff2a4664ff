import type { IncomingHttpHeaders, Server } from 'node:http'
import { STATUS_CODES, validateHeaderValue } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer } from '#app/server/representation.ts'
import type { Patience } from '#app/server/web-server.ts'

/** A request without a body. */
export type AskedQuickly = { method: string; url: string; headers: IncomingHttpHeaders }

/**
 * Answers a request by calling `deliver` once; false, and not called, where somebody else has to answer. `extra` are
 * headers of this answer alone, names and values in turn.
 */
export type QuickAnswer = (
  asked: AskedQuickly,
  deliver: (answer: Answer, extra: string[]) => void,
) => boolean | Promise<boolean>

type Limits = Pick<Patience, 'headersMs' | 'keepAliveMs' | 'headerBytes' | 'headerCount'>

/** As Node's HTTP does (`keepAliveTimeoutBuffer`): who asks at the last moment of what was said still finds it open. */
const KEPT_LONGER_MS = 1_000

/** The first request of a new connection may be on its way when idle ones are closed: it is waited for so long. */
const FIRST_MS = 1_000

type Listener = (socket: Socket) => void

/**
 * Connections on which only finished bytes were asked for so far. Node's HTTP takes as long for a request, its answer's
 * headers and the objects around them as the kernel for sending a page; here both are texts. Whatever else comes (a body,
 * half a request, two at once, a header twice, another method, a wish to close) goes to Node's HTTP as it came, and its
 * connection for good with it.
 */
export class QuickConnections {
  readonly #answer: QuickAnswer
  readonly #limits: Limits
  readonly #open = new Set<Connection>()
  #leaving = false

  constructor(answer: QuickAnswer, limits: Limits) {
    this.#answer = answer
    this.#limits = limits
  }

  /** Puts itself before a server's own listeners of connections, which take over what is handed on. */
  before(server: Server): this {
    const own = server.listeners('connection') as Listener[]
    const handOn: Listener = (socket) => {
      for (const take of own) take.call(server, socket)
    }
    server.removeAllListeners('connection')
    server.on('connection', (socket: Socket) => {
      const connection = new Connection(socket, this.#answer, this.#limits, handOn, () =>
        this.#open.delete(connection),
      )
      if (this.#leaving) connection.leave()
      this.#open.add(connection)
    })
    return this
  }

  /** What is asked from now on goes to Node's HTTP, which says that each answer is its connection's last. */
  leave(): void {
    this.#leaving = true
    for (const connection of this.#open) connection.leave()
  }

  closeIdle(): void {
    for (const connection of this.#open) connection.closeIfIdle()
  }

  closeAll(): void {
    for (const connection of this.#open) connection.close()
  }
}

class Connection {
  readonly #socket: Socket
  readonly #answer: QuickAnswer
  readonly #limits: Limits
  readonly #handOn: Listener
  readonly #done: () => void
  #isAnswering = false
  #hasEnded = false
  #isLeaving = false
  #isKept = false
  /** Says that the connection stays open, and how long. */
  readonly #stays: string

  constructor(socket: Socket, answer: QuickAnswer, limits: Limits, handOn: Listener, done: () => void) {
    this.#socket = socket
    this.#answer = answer
    this.#limits = limits
    this.#handOn = handOn
    this.#done = done
    this.#stays = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(limits.keepAliveMs / 1_000)}\r\n`
    socket.setTimeout(limits.headersMs)
    for (const [event, listener] of this.#listeners) socket.on(event, listener)
  }

  leave(): void {
    this.#isLeaving = true
  }

  closeIfIdle(): void {
    if (this.#isAnswering) return
    if (this.#isKept)
      this.#socket.destroySoon() // once what was written has left
    else this.#socket.setTimeout(FIRST_MS)
  }

  close(): void {
    this.#socket.destroy()
  }

  readonly #onData = (bytes: Buffer): void => {
    if (!this.#socket.writable) return // it could be done, but not answered any more: whoever sent it will send it again
    const asked = this.#isLeaving ? undefined : read(bytes, this.#limits)
    if (asked && !this.#isKept) {
      this.#isKept = true
      this.#socket.setTimeout(this.#limits.keepAliveMs + KEPT_LONGER_MS)
    }
    const answered = asked !== undefined && this.#answer(asked, this.#deliver)
    if (answered instanceof Promise) this.#wait(answered, bytes)
    else if (!answered) this.#handOver(bytes)
  }

  /** One answer after the other: nothing is read meanwhile. */
  async #wait(answered: Promise<boolean>, bytes: Buffer): Promise<void> {
    this.#isAnswering = true
    this.#socket.pause()
    const isAnswered = await answered
    this.#isAnswering = false
    if (this.#hasEnded) this.#socket.end()
    else if (!isAnswered) this.#handOver(bytes)
    else if (!this.#socket.writableNeedDrain) this.#socket.resume()
  }

  readonly #deliver = ({ status, headers, body }: Answer, extra: string[]): void => {
    const socket = this.#socket
    const stays = this.#isLeaving ? 'Connection: close\r\n' : this.#stays
    const own = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines(extra)}Date: ${date()}\r\n${stays}`
    const others = known(headers)
    socket.cork()
    socket.write(Buffer.from(own, 'latin1'))
    socket.write(others)
    if (body) socket.write(body)
    socket.uncork()
    if (this.#isLeaving) socket.destroySoon()
    else if (socket.writableNeedDrain) socket.pause() // who asks without reading fills no memory
  }

  readonly #onDrain = (): void => void this.#socket.resume()

  readonly #onTimeout = (): void => {
    if (!this.#isAnswering) this.close()
  }

  /** It may have said so together with what it asked. */
  readonly #onEnd = (): void => {
    this.#hasEnded = true
    if (!this.#isAnswering) this.#socket.end()
  }

  readonly #onClose = (): void => this.#done()

  readonly #listeners = [
    ['data', this.#onData],
    ['drain', this.#onDrain],
    ['timeout', this.#onTimeout],
    ['end', this.#onEnd],
    ['error', () => {}], // it is closed then
    ['close', this.#onClose],
  ] as const

  /** To Node's HTTP, as if nothing of these bytes had been read. */
  #handOver(bytes: Buffer): void {
    const socket = this.#socket
    if (socket.destroyed) return
    this.#done()
    for (const [event, listener] of this.#listeners) socket.off(event, listener)
    socket.setTimeout(0)
    socket.pause()
    socket.unshift(bytes)
    this.#handOn(socket)
    socket.resume()
  }
}

const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i

/** Whether `Host` may say so (RFC 9110, 7.2; RFC 3986, 3.2.2). */
export const isHost = (said: string | undefined): boolean => said !== undefined && HOST.test(said)

/** A whole request without a body, and nothing behind it (RFC 9112, 2 and 3). */
const REQUEST = /^(GET|HEAD) (\/[!-~]*) HTTP\/1\.1\r\n((?:[\w!#$%&'*+.^`|~-]+:[\t -~]*\r\n)+)\r\n$/

/** What stands for a body to come, or for something else than an answer to this request; Node's HTTP reads the last as `Connection`. */
const UNUSUAL = ['content-length', 'transfer-encoding', 'expect', 'upgrade', 'proxy-connection']

/** Undefined where it is not the plainest request. */
function read(bytes: Buffer, { headerBytes, headerCount }: Limits): AskedQuickly | undefined {
  if (bytes.length > headerBytes) return undefined
  const [, method, url, lines] = REQUEST.exec(bytes.toString('latin1')) ?? []
  if (method === undefined || url === undefined || lines === undefined) return undefined
  const headers: IncomingHttpHeaders = Object.create(null)
  let count = 0
  for (let start = 0; start < lines.length; ) {
    const colon = lines.indexOf(':', start)
    const end = lines.indexOf('\r', colon)
    const name = lines.slice(start, colon).toLowerCase()
    if (headers[name] !== undefined || ++count > headerCount) return undefined
    headers[name] = lines.slice(colon + 1, end).trim()
    start = end + 2
  }
  if (!isHost(headers.host) || UNUSUAL.some((name) => headers[name] !== undefined)) return undefined
  if (headers.connection !== undefined && headers.connection.toLowerCase() !== 'keep-alive') return undefined
  return { method, url, headers }
}

const texts = new WeakMap<string[], Buffer>()

/** The end of a head; made once for an array that is given again, as that of a finished page. */
function known(headers: string[]): Buffer {
  const text = texts.get(headers) ?? Buffer.from(`${lines(headers)}\r\n`, 'latin1')
  texts.set(headers, text)
  return text
}

/** Of names and values in turn; throws where a value can’t be said in a header. */
function lines(headers: string[]): string {
  let text = ''
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]]
    validateHeaderValue(name, value)
    text += `${name}: ${value}\r\n`
  }
  return text
}

let second = 0
let said = ''

/** As in the `Date` of an answer (RFC 9110, 5.6.7), which changes once a second. */
function date(): string {
  const now = Math.floor(Date.now() / 1_000)
  if (now !== second) {
    second = now
    said = new Date(now * 1_000).toUTCString()
  }
  return said
}
