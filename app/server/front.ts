import { randomUUID } from 'node:crypto'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { readRequestId } from '#app/request-id.server.ts'
import { answered, type Outcome } from '#app/server/access-log.ts'
import type { readAssets } from '#app/server/assets.ts'
import { beforeHead } from '#app/server/before-head.ts'
import { cdnCacheControl } from '#app/server/cache-headers.ts'
import { type Coding, codingFor } from '#app/server/coding.ts'
import { commonHeadersBeside } from '#app/server/common-headers.ts'
import { log } from '#app/server/log.ts'
import { Page } from '#app/server/page.ts'
import type { Passing } from '#app/server/page-cache.ts'
import type { Found, Pages } from '#app/server/pages.ts'
import { type AskedQuickly, isHost, type QuickAnswer } from '#app/server/quick-connections.ts'
import { answerTo, type Representation, representation } from '#app/server/representation.ts'

type Parts = {
  /** Everything that is not finished bytes. */
  rest: RequestListener
  /** None while developing: Vite serves them. */
  assets?: ReturnType<typeof readAssets>
  pages?: Pages
  cdnSeconds: number
  /** A proxy of ours stands in front: what it calls a request is its name here too. */
  trustsRequestIds?: boolean
}

type Deliver = Parameters<QuickAnswer>[1]

type Finished = {
  representation: Representation
  outcome: Outcome
  /** Headers of this answer alone, names and values in turn. */
  extra?: string[]
}

/** One request, from its first byte to its line in the log. */
class Exchange {
  readonly id: string
  readonly asked: AskedQuickly | IncomingMessage
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  readonly #startedAt = performance.now()

  constructor(asked: AskedQuickly | IncomingMessage, givenId: string | undefined) {
    this.id = givenId ?? randomUUID()
    this.asked = asked
    const url = asked.url ?? '/'
    const mark = url.indexOf('?')
    this.path = mark < 0 ? url : url.slice(0, mark)
    this.query = mark < 0 ? '' : url.slice(mark + 1)
  }

  /** Hands `deliver` the answer and its own headers; where it can't be said, the fault of ours that this is. */
  send(finished: Finished, deliver: Deliver): void {
    try {
      this.#send(finished, deliver)
    } catch (error) {
      this.fail(error, deliver)
    }
  }

  fail(error: unknown, deliver: Deliver): void {
    log('error', 'a request failed', { requestId: this.id, error: String(error) })
    this.#send({ representation: text(500), outcome: 'miss' }, deliver)
  }

  #send({ representation, outcome, extra = [] }: Finished, deliver: Deliver): void {
    const answer = answerTo(this.asked, representation)
    deliver(answer, [...extra, 'X-Request-Id', this.id])
    this.log(outcome, answer.status, answer.body?.length ?? 0)
  }

  log(outcome: Outcome, status: number, bytes: number): void {
    const { id: requestId, path, asked } = this
    const ms = performance.now() - this.#startedAt
    answered({ requestId, method: asked.method ?? 'GET', path, status, outcome, bytes, ms })
  }
}

export type Front = {
  /** Answers every request. */
  listener: RequestListener
  /** Answers those for finished bytes (quick-connections.ts). */
  answer: QuickAnswer
}

/**
 * What meets each request first. Finished bytes (pages, assets, pictures) leave from here, without a framework; everything
 * else goes on to Express and Remix, with the same headers and log.
 */
export function createFront({ rest, assets, pages, cdnSeconds, trustsRequestIds = false }: Parts): Front {
  const forAnyTime = cdnCacheControl(cdnSeconds)
  const exchangeOf = (asked: AskedQuickly | IncomingMessage) =>
    new Exchange(asked, trustsRequestIds ? readRequestId(asked.headers['x-request-id']) : undefined)

  return {
    listener(request, response) {
      if (request.url && !request.url.startsWith('/')) request.url = originForm(request.url)
      const exchange = exchangeOf(request)
      const deliver: Deliver = ({ status, headers, body }, extra) => {
        if (response.headersSent) response.destroy()
        else response.writeHead(status, [...headers, ...extra]).end(body)
      }
      const goOn = (isAnswered: boolean) => {
        if (!isAnswered) passOn(exchange, request, response)
      }
      if (!namesItsHost(request))
        return exchange.send({ representation: text(400), outcome: 'miss' }, deliver)
      const answered = answer(exchange, deliver)
      if (answered instanceof Promise) answered.then(goOn).catch((error) => exchange.fail(error, deliver))
      else goOn(answered)
    },

    answer: (asked, deliver) => answer(exchangeOf(asked), deliver),
  }

  /** As a `QuickAnswer`. */
  function answer(exchange: Exchange, deliver: Deliver): boolean | Promise<boolean> {
    const send = (finished: Finished | undefined): boolean => {
      if (finished) exchange.send(finished, deliver)
      return finished !== undefined
    }
    const failed = (error: unknown): boolean => {
      exchange.fail(error, deliver)
      return true
    }
    try {
      const finished = finishedFor(exchange)
      return finished instanceof Promise ? finished.then(send, failed) : send(finished)
    } catch (error) {
      return failed(error) // no file handle left to read an earlier build's file with
    }
  }

  /** Undefined where the answer is no finished bytes. */
  function finishedFor(exchange: Exchange): Finished | Promise<Finished | undefined> | undefined {
    const { asked, path, query, id } = exchange
    if (path.startsWith('/media/')) return undefined
    const { method, headers } = asked
    if ((method !== 'GET' && method !== 'HEAD') || hasBody(headers)) return undefined
    const coding = codingFor(headers['accept-encoding'] as string | undefined)
    const asset = assets?.get(path)
    if (asset) return { representation: asset.in(coding), outcome: 'asset' }
    if (assets && path.startsWith('/assets/')) return { representation: NO_ASSET, outcome: 'asset' }
    const found = pages?.find(headers.cookie, path, query, id)
    if (found instanceof Promise) return found.then((made) => made && finish(made, coding))
    return found && finish(found, coding)
  }

  function finish({ page, outcome }: Found, coding: Coding): Finished | Promise<Finished> {
    if (!(page instanceof Page)) return passing(page)
    const until = page.validUntil
    const forCdn =
      until === Number.POSITIVE_INFINITY ? forAnyTime : cdnCacheControl(cdnSeconds, until - Date.now())
    const extra = page.mayBeShared ? ['CDN-Cache-Control', forCdn] : undefined
    const finished = page.in(coding)
    if (finished instanceof Promise)
      return finished.then((representation) => ({ representation, outcome, extra }))
    return { representation: finished, outcome, extra }
  }

  function passOn(exchange: Exchange, request: IncomingMessage, response: ServerResponse): void {
    response.setHeader('X-Request-Id', exchange.id)
    addCommonHeaders(response)
    const isMedia = exchange.path.startsWith('/media/')
    if (!HEALTH.includes(exchange.path))
      response.once('close', () =>
        exchange.log(
          isMedia ? 'media' : 'pass',
          response.statusCode,
          Number(response.getHeader('Content-Length') ?? 0),
        ),
      )
    rest(request, response)
  }
}

/** `GET http://site.example/a`, which some proxies send, asks for what `GET /a` does (RFC 9112, 3.2.2); no answer depends on the host. */
const originForm = (target: string): string => target.replace(/^https?:\/\/[^/?#]*\/*/i, '/')

/** Once, as a host; before HTTP/1.1 perhaps not at all. A cache in front may go by another than we do (RFC 9112, 3.2). */
function namesItsHost({ headersDistinct: { host: said = [] }, httpVersion }: IncomingMessage): boolean {
  return said.length === 0 ? httpVersion === '1.0' : said.length === 1 && isHost(said[0])
}

/** At the last moment: what answers may say otherwise, and add where others set. */
function addCommonHeaders(response: ServerResponse): void {
  beforeHead(response, () => {
    for (const [name, value] of commonHeadersBeside(response.getHeaderNames()))
      response.setHeader(name, value)
  })
}

/** Asked every few seconds by whoever watches: a line each would drown the others. */
const HEALTH = ['/healthz', '/readyz']

const NO_ASSET = text(404)

/** A body where none belongs is left to who refuses it (limits.ts). */
const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined

/** What is sent as it was made, and not kept. */
function passing({ status, headers, body }: Passing): Finished {
  const own = Object.fromEntries([...headers].filter(([name]) => name !== 'set-cookie'))
  const extra = headers.getSetCookie().flatMap((cookie) => ['Set-Cookie', cookie])
  return { representation: representation({ status, headers: own, body }), outcome: 'miss', extra }
}

function text(status: number): Representation {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  return representation({ status, headers, body: Buffer.from(`${STATUS_CODES[status]}\n`) })
}
