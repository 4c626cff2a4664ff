import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http'
import { readRequestId } from '#app/request-id.server.ts'
import { answered, type Outcome } from '#app/server/access-log.ts'
import type { readAssets } from '#app/server/assets.ts'
import { cdnCacheControl } from '#app/server/cache-headers.ts'
import { codingFor } from '#app/server/coding.ts'
import { commonHeadersBeside } from '#app/server/common-headers.ts'
import { log } from '#app/server/log.ts'
import type { MediaRelay } from '#app/server/media.ts'
import { Page } from '#app/server/page.ts'
import type { Passing } from '#app/server/page-cache.ts'
import type { Found, Pages } from '#app/server/pages.ts'
import { type Representation, representation, send } from '#app/server/representation.ts'

type Parts = {
  /** Everything that is not finished bytes. */
  rest: RequestListener
  media: MediaRelay
  /** None while developing: Vite serves them. */
  assets?: ReturnType<typeof readAssets>
  pages?: Pages
  cdnSeconds: number
  /** A proxy of ours stands in front: what it calls a request is its name here too. */
  trustsRequestIds?: boolean
}

/** One request, from its first byte to its line in the log. */
class Exchange {
  readonly id: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  readonly #startedAt = performance.now()

  constructor(request: IncomingMessage, response: ServerResponse, givenId: string | undefined) {
    this.id = givenId ?? randomUUID()
    this.request = request
    this.response = response
    const url = request.url ?? '/'
    const mark = url.indexOf('?')
    this.path = mark < 0 ? url : url.slice(0, mark)
    this.query = mark < 0 ? '' : url.slice(mark + 1)
  }

  send(finished: Representation, outcome: Outcome, ...extra: string[]): void {
    const { status, bytes } = send(this.request, this.response, finished, [...extra, 'X-Request-Id', this.id])
    this.log(outcome, status, bytes)
  }

  log(outcome: Outcome, status: number, bytes: number): void {
    const { id: requestId, path, request } = this
    const ms = performance.now() - this.#startedAt
    answered({ requestId, method: request.method ?? 'GET', path, status, outcome, bytes, ms })
  }
}

/**
 * What meets each request first. Finished bytes (pages, assets, pictures) leave from here, without a framework; everything
 * else goes on to Express and Remix, with the same headers and log.
 */
export function createFront({
  rest,
  media,
  assets,
  pages,
  cdnSeconds,
  trustsRequestIds = false,
}: Parts): RequestListener {
  return (request, response) => {
    if (request.url && !request.url.startsWith('/')) request.url = originForm(request.url)
    const givenId = trustsRequestIds ? readRequestId(request.headers['x-request-id']) : undefined
    const exchange = new Exchange(request, response, givenId)
    if (exchange.path.startsWith('/media/')) return void sendMedia(exchange)
    if ((request.method === 'GET' || request.method === 'HEAD') && !hasBody(request)) {
      const coding = codingFor(request.headers['accept-encoding'] as string | undefined)
      const asset = assets?.get(exchange.path)
      if (asset) return exchange.send(asset.in(coding), 'asset')
      if (assets && exchange.path.startsWith('/assets/')) return exchange.send(NO_ASSET, 'asset')
      const found = pages?.find(request, exchange.path, exchange.query, exchange.id)
      if (found instanceof Promise)
        return void found
          .then((made) => (made ? sendFound(exchange, made) : passOn(exchange)))
          .catch((error) => fail(exchange, error))
      if (found) return void sendFound(exchange, found)
    }
    passOn(exchange)
  }

  function sendFound(exchange: Exchange, { page, outcome }: Found): void {
    if (!(page instanceof Page)) {
      sendPassing(exchange, page)
      return
    }
    const finished = page.in(codingFor(exchange.request.headers['accept-encoding'] as string | undefined))
    const until = page.validUntil
    const extra =
      until === Number.POSITIVE_INFINITY || !page.mayBeShared
        ? []
        : ['CDN-Cache-Control', cdnCacheControl(cdnSeconds, until - Date.now())]
    if (finished instanceof Promise)
      finished.then((made) => exchange.send(made, outcome, ...extra)).catch((error) => fail(exchange, error))
    else exchange.send(finished, outcome, ...extra)
  }

  async function sendMedia(exchange: Exchange): Promise<void> {
    try {
      exchange.send(await media(exchange.request, exchange.path, exchange.query), 'media')
    } catch (error) {
      fail(exchange, error)
    }
  }

  function passOn(exchange: Exchange): void {
    const { request, response, path } = exchange
    response.setHeader('X-Request-Id', exchange.id)
    addCommonHeaders(response)
    if (!HEALTH.includes(path))
      response.once('close', () =>
        exchange.log('pass', response.statusCode, Number(response.getHeader('Content-Length') ?? 0)),
      )
    rest(request, response)
  }
}

/** `GET http://site.example/a`, which some proxies send, asks for what `GET /a` does (RFC 9112, 3.2.2); no answer depends on the host. */
const originForm = (target: string): string => target.replace(/^https?:\/\/[^/?#]*\/*/i, '/')

/** At the last moment: what answers may say otherwise, and add where others set. */
function addCommonHeaders(response: ServerResponse): void {
  const { writeHead } = response
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    for (const [name, value] of commonHeadersBeside(response.getHeaderNames()))
      response.setHeader(name, value)
    return writeHead.apply(response, args)
  }) as typeof writeHead
}

/** Asked every few seconds by whoever watches: a line each would drown the others. */
const HEALTH = ['/healthz', '/readyz']

const NO_ASSET = text(404)

/** A body where none belongs is left to who refuses it (limits.ts). */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined

/** What is sent as it was made, and not kept. */
function sendPassing(exchange: Exchange, { status, headers, body }: Passing): void {
  const own = Object.fromEntries([...headers].filter(([name]) => name !== 'set-cookie'))
  const cookies = headers.getSetCookie().flatMap((cookie) => ['Set-Cookie', cookie])
  exchange.send(representation({ status, headers: own, body }), 'miss', ...cookies)
}

function fail(exchange: Exchange, error: unknown): void {
  log('error', 'a request failed', { requestId: exchange.id, error: String(error) })
  if (exchange.response.headersSent) return void exchange.response.destroy()
  exchange.send(text(500), 'miss')
}

function text(status: number): Representation {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  return representation({ status, headers, body: Buffer.from(`${STATUS_CODES[status]}\n`) })
}
