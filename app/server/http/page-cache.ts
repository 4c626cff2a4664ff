import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib'
import type { Request, RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { cdnCacheControl, pageHeaders } from '#app/server/http/cache-headers.ts'
import type { Dependency, PageAddress, Rendered } from '#app/server/http/render-page.ts'

/** Content encodings that a page is stored in. For the few clients that accept neither, gzip is decompressed. */
type StoredEncoding = 'br' | 'gzip'

/** A rendered page: its bytes per content encoding, and the content that it depends on. */
type CachedPage = {
  headers: Record<string, string>
  /** Hash of the uncompressed text. */
  hash: string
  bytes: Record<StoredEncoding, Buffer>
  dependencies: Dependency[]
  /** The page shows which plan the visitor has chosen. */
  variesByPlan: boolean
  mayBeShared: boolean
}

export type PageCacheOptions = {
  render(address: PageAddress, requestId: string): Promise<Rendered>
  /** The cache key of a request; undefined if the response differs between visitors. */
  addressOf(request: Request): Promise<PageAddress | undefined>
  cdnSeconds: number
  /** Called with the path of a page that changed or was evicted. */
  onReplaced?: (path: string) => void
  /** Called in the background with each new page's text. */
  onRendered?: (text: string) => Promise<void>
  /** The limit for compressed pages and their estimated overhead. */
  maxBytes: number
}

/** Estimated memory of an entry's headers, dependencies and key. */
const OVERHEAD_BYTES = 4_096
/** Browsers send about 30 characters; parsing 15 KB would cost as much as a rendering. */
const MAX_ACCEPT_CHARACTERS = 200
/** A page that changed during every attempt is sent but not stored. */
const MAX_ATTEMPTS = 4
/** Requests right after a publish are rendered before the background renderings. */
const RENEW_DELAY_MS = 150
/** The encoder's memory grows with the window; 256 KB is larger than any page. */
export const BROTLI_WINDOW_BITS = 18
/** 11 saves a few percent, but takes 60 ms, for which a visitor after a publish would wait. */
const BROTLI_QUALITY = 9
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Caches rendered pages in memory. Each hit checks that all dependencies are current, so no event can be missed. */
export class PageCache {
  readonly #options: PageCacheOptions
  readonly #pages: LRUCache<string, CachedPage>
  readonly #rendering = new Map<string, Promise<CachedPage | Rendered>>()
  #renewTimer: NodeJS.Timeout | undefined
  #renewing = false
  #stopped = false

  constructor(options: PageCacheOptions) {
    this.#options = options
    this.#pages = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ bytes }) => bytes.br.length + bytes.gzip.length + OVERHEAD_BYTES,
      dispose: (_page, key, reason) => {
        if (reason === 'evict') options.onReplaced?.(addressFrom(key).path)
      },
    })
  }

  get size(): number {
    return this.#pages.size
  }

  get bytes(): number {
    return this.#pages.calculatedSize
  }

  /** Middleware: sends a stored page, or calls `next`. */
  readonly serve: RequestHandler = (request, response, next) => {
    this.#serve(request, response, next).catch(next)
  }

  /** Middleware: renders, stores and sends a page that is not stored yet; calls `next` for everything else. */
  readonly fill: RequestHandler = (request, response, next) => {
    this.#fill(request, response, next).catch(next)
  }

  async #serve(request: Request, response: Response, next: () => void): Promise<void> {
    const address = await this.#options.addressOf(request)
    const page = address && this.#find(address)
    if (page && isCurrent(page.dependencies)) {
      response.locals.outcome = 'hit'
      return this.#send(page, request, response)
    }
    // A stale page is rendered here, before the rate limits and the limit on requests in flight.
    response.locals.pageAddress = address
    if (page) return this.#fill(request, response, next)
    next()
  }

  async #fill(request: Request, response: Response, next: () => void): Promise<void> {
    const address: PageAddress | undefined = response.locals.pageAddress
    if (!address) return next()
    const page = await this.getOrRender(address, response.locals.requestId)
    response.locals.outcome = 'miss'
    if ('bytes' in page) return this.#send(page, request, response)
    response.locals.pageAddress = undefined
    // The rendering has not seen the query, which a redirect must keep.
    if (page.headers.has('Location') && request.originalUrl.includes('?')) return next()
    for (const [name, value] of page.headers) response.append(name, value)
    response.status(page.status).send(page.body)
  }

  /** Returns the page, or the raw response if it may not be stored. Rejects if rendering fails. */
  getOrRender(address: PageAddress, requestId: string): Promise<CachedPage | Rendered> {
    const key = keyOf(address)
    const running = this.#rendering.get(key)
    if (running) return running
    const rendering = this.#render(address, requestId).finally(() => this.#rendering.delete(key))
    this.#rendering.set(key, rendering)
    return rendering
  }

  /** Re-renders the affected pages in the background, most recently used first. */
  contentChanged(): void {
    this.#renewTimer ??= setTimeout(() => {
      this.#renewTimer = undefined
      void this.#renewStale()
    }, RENEW_DELAY_MS)
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#renewTimer)
  }

  #find({ path, plan }: PageAddress): CachedPage | undefined {
    const page = this.#pages.get(path)
    return page && !page.variesByPlan ? page : this.#pages.get(keyOf({ path, plan }))
  }

  async #render(address: PageAddress, requestId: string): Promise<CachedPage | Rendered> {
    const stored = this.#find(address)
    if (stored) {
      // Re-read the dependencies first: if nothing changed, no rendering is needed.
      await Promise.all(stored.dependencies.map((dependency) => dependency.refresh?.())).catch(() => {})
      if (isCurrent(stored.dependencies)) return stored
    }
    for (let attempt = 1; ; attempt++) {
      const rendered = await this.#options.render(address, requestId)
      if (!isStorable(rendered, address)) {
        if (attempt < MAX_ATTEMPTS && !isCurrent(rendered.dependencies)) continue
        if (stored && rendered.status < 500) this.#forget(address)
        return rendered
      }
      const page = await cachedPage(rendered, address)
      if (isCurrent(page.dependencies)) {
        this.#store(address, page, stored)
        void this.#options.onRendered?.(rendered.body.toString()).catch(() => {})
        return page
      }
      if (attempt === MAX_ATTEMPTS) return { ...page, mayBeShared: false }
    }
  }

  #store(address: PageAddress, page: CachedPage, before: CachedPage | undefined): void {
    const key = page.variesByPlan ? keyOf(address) : address.path
    // Otherwise the page without a plan would be served instead.
    if (page.variesByPlan && !this.#pages.peek(address.path)?.variesByPlan) this.#pages.delete(address.path)
    this.#pages.set(key, page)
    if (before && before.hash !== page.hash) this.#options.onReplaced?.(address.path)
  }

  #forget(address: PageAddress): void {
    this.#pages.delete(keyOf(address))
    this.#pages.delete(address.path)
    this.#options.onReplaced?.(address.path)
  }

  async #renewStale(): Promise<void> {
    if (this.#renewing) return this.contentChanged()
    this.#renewing = true
    for (const [key, page] of [...this.#pages.entries()]) {
      if (this.#stopped) break
      if (isCurrent(page.dependencies) || this.#pages.peek(key) !== page) continue
      // If it can't be rendered, the next visitor gets the error.
      await this.getOrRender(addressFrom(key), 'background').catch(() => pause(RENEW_DELAY_MS))
    }
    this.#renewing = false
  }

  #send(page: CachedPage, request: Request, response: Response): void {
    const encoding = encodingFor(request)
    const etag = `"${page.hash}-${encoding}"`
    response.set(page.headers).set('ETag', etag)
    if (encoding !== 'identity') response.set('Content-Encoding', encoding)
    if (page.mayBeShared)
      response.set('CDN-Cache-Control', cdnCacheControl(this.#options.cdnSeconds, validMs(page.dependencies)))
    // Express sends no 304 if the request also has `no-cache`, which fetch adds when a script sets If-None-Match.
    if (matchesETag(request, etag)) return void response.status(304).end()
    response.send(encoding === 'identity' ? gunzipSync(page.bytes.gzip) : page.bytes[encoding])
  }
}

async function cachedPage(
  { headers, body, dependencies }: Rendered,
  { plan }: PageAddress,
): Promise<CachedPage> {
  const variesByPlan = /\bcookie\b/i.test(headers.get('Vary') ?? '')
  const isPersonal = variesByPlan && plan !== null
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
  }
  const [br, gz] = await Promise.all([compressBrotli(body, { params }), compressGzip(body)])
  return {
    headers: pageHeaders(headers, { variesByPlan, isPersonal }),
    hash: hash('sha256', body, 'base64url').slice(0, 22),
    // Copies: zlib's results are views of larger buffers, which would stay in memory.
    bytes: { br: Buffer.from(br), gzip: Buffer.from(gz) },
    dependencies,
    variesByPlan,
    mayBeShared: !isPersonal,
  }
}

function encodingFor(request: Request): StoredEncoding | 'identity' {
  if ((request.headers['accept-encoding']?.length ?? 0) > MAX_ACCEPT_CHARACTERS) return 'identity'
  if (request.acceptsEncodings('br')) return 'br'
  return request.acceptsEncodings('gzip') ? 'gzip' : 'identity'
}

const matchesETag = (request: Request, etag: string): boolean =>
  (request.get('If-None-Match') ?? '').split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))

/** Storable: status 200, no cookie, and no `no-store` unless the page varies by a chosen plan. */
function isStorable({ status, headers }: Rendered, { plan }: PageAddress): boolean {
  if (status !== 200 || headers.has('Set-Cookie')) return false
  const isOfPlan = plan !== null && /\bcookie\b/i.test(headers.get('Vary') ?? '')
  return isOfPlan || !/\bno-store\b/.test(headers.get('Cache-Control') ?? '')
}

const isCurrent = (dependencies: Dependency[]): boolean =>
  dependencies.every((dependency) => dependency.isCurrent())

/** Milliseconds until scheduled content on the page starts or ends; Infinity for most pages. */
function validMs(dependencies: Dependency[]): number {
  const ends = dependencies.map(({ validUntil }) => validUntil ?? Number.POSITIVE_INFINITY)
  return Math.min(...ends, Number.POSITIVE_INFINITY) - Date.now()
}

/** A path contains no line feeds. */
const keyOf = ({ path, plan }: PageAddress): string => (plan === null ? path : `${path}\n${plan}`)
function addressFrom(key: string): PageAddress {
  const [path = '', plan = null] = key.split('\n')
  return { path, plan }
}
