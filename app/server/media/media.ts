import { join } from 'node:path'
import type { RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import type { Env } from '#app/platform/environment.server.ts'
import { describeError, type Log } from '#app/platform/log.ts'
import { openDiskCache, type StoredImage } from '#app/server/media/disk-cache.ts'
import { type Rendition, renditionOf } from '#app/server/media/rendition.ts'

const MB = 1024 * 1024
/** Sizes that pages use have their own disk space and queue, because strangers can request unlimited crops. */
const limitsOf = ({ MEDIA_CACHE_MB: shownMb }: Env) => ({
  shown: { bytes: shownMb * MB, atOnce: 2, waiting: 100 },
  others: { bytes: 64 * MB, atOnce: 1, waiting: 20 },
})
type Limits = ReturnType<typeof limitsOf>
/** Larger originals are not relayed, because each is held in memory until it is stored. */
const MAX_FILE_BYTES = 32 * MB
/** Includes the wait in the queue and the rendering. */
const DEADLINE_MS = 60_000
/** Sizes that pages use, most recently used. They take a few MB. */
const MAX_SHOWN = 20_000
const MAX_PREPARING = 100

const HEADERS = {
  Vary: 'Accept',
  // Link previews and feed readers embed the image.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // An uploaded SVG may contain scripts.
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}
/** Only in these attributes: text in a review must not register sizes. */
const SOURCES = /\s(?:src|(?:image)?srcset)="([^"]*)"/gi
const ADDRESS = /\/media(\/images\/\S+)/g
const PRELOAD = /<link rel="preload" as="image"[^>]*>/g

class Refusal extends Error {
  readonly status: number
  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}
const notFound = () => new Refusal(404, 'No such picture.')

/** `body`: the bytes of an image that could not be stored. */
type Image = StoredImage | { type: string; body: Buffer }
type SharedFetch = { image: Promise<Image>; clients: number; abandoned: AbortController }
export type Media = ReturnType<typeof createMedia>

/** Relays images of the local lake and stores them in `DATA_DIR/media`. An image at an address never changes. */
export function createMedia({ env, log, limits = limitsOf(env) }: { env: Env; log: Log; limits?: Limits }) {
  const folder = join(env.DATA_DIR, 'media')
  const open = (path: string, { bytes, atOnce, waiting }: Limits['shown']) => {
    return { cache: openDiskCache(path, bytes), queue: new PQueue({ concurrency: atOnce }), waiting }
  }
  const shown = open(folder, limits.shown)
  const others = open(join(folder, 'others'), limits.others)
  const shownSizes = new LRUCache<string, true>({ max: MAX_SHOWN })
  const fetches = new Map<string, SharedFetch>()
  const preparing = new PQueue({ concurrency: 1 })
  const parse = (address: string, accept?: string) => renditionOf(env.SANITY_DATASET, address, accept)

  async function getImage(rendition: Rendition, isShown: boolean, client?: AbortSignal): Promise<Image> {
    const { name } = rendition
    const stored = (await shown.cache.get(name)) ?? (await others.cache.get(name))
    if (stored) return stored
    client?.throwIfAborted()
    const key = `${isShown} ${name}`
    const shared = fetches.get(key) ?? startFetch(key, rendition, isShown ? shown : others)
    shared.clients++
    client?.addEventListener('abort', () => --shared.clients === 0 && shared.abandoned.abort())
    return shared.image
  }

  /** Starts one fetch for all clients that wait for an image. */
  function startFetch(key: string, rendition: Rendition, group: typeof shown): SharedFetch {
    if (group.queue.size >= group.waiting)
      throw new Refusal(503, 'Too many pictures are being made. Try again in a few seconds.')
    const deadline = AbortSignal.timeout(DEADLINE_MS)
    const shared = { clients: 0, abandoned: new AbortController() } as SharedFetch
    const work = async () => {
      shared.clients++ // from here on only the deadline aborts the fetch: the lake finishes rendering anyway
      return fetchAndStore(rendition, group, deadline)
    }
    shared.image = group.queue
      .add(work, {
        signal: AbortSignal.any([deadline, shared.abandoned.signal]),
      })
      .catch((error) => {
        if (!(error instanceof Refusal) && !shared.abandoned.signal.aborted)
          log('warn', 'media: could not get an image', { name: rendition.name, error: describeError(error) })
        throw error
      })
      .finally(() => fetches.delete(key))
    fetches.set(key, shared)
    return shared
  }

  async function fetchAndStore({ name, upstream }: Rendition, { cache }: typeof shown, signal: AbortSignal) {
    const answer = await fetch(`http://localhost:${env.STUDIO_PORT}${upstream}`, { signal })
    const [type, subtype] = /^image\/([a-z0-9+-]+)/.exec(answer.headers.get('Content-Type') ?? '') ?? []
    if (!answer.ok || !subtype || Number(answer.headers.get('Content-Length')) > MAX_FILE_BYTES) {
      await answer.body?.cancel()
      throw answer.status === 404 || answer.status === 400
        ? notFound()
        : new Error(`the lake answered ${answer.status} ${type}`)
    }
    const body = Buffer.from(await answer.arrayBuffer())
    return cache.add(name, subtype, body).catch((error) => {
      log('warn', 'media: could not store an image', { name, error: describeError(error) })
      return { type: type!, body }
    })
  }

  const handler: RequestHandler = async (request, response) => {
    const client = new AbortController()
    response.once('close', () => client.abort())
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw new Refusal(405, 'This method is not allowed here.')
      const rendition = parse(request.url, request.get('Accept'))
      if (!rendition) throw notFound()
      await send(response, await getImage(rendition, shownSizes.has(rendition.size), client.signal))
    } catch (error) {
      if (client.signal.aborted || response.headersSent) return void response.destroy()
      // Express itself refuses a range outside the file and a condition that fails.
      const { status: sent = 500 } = error as { status?: number }
      if (!(error instanceof Refusal) && [412, 416].includes(sent))
        return void response.status(sent).set('Cache-Control', 'no-store').end()
      const { status, message } =
        error instanceof Refusal ? error : new Refusal(502, 'This picture can’t be shown right now.')
      if (status === 405) response.set('Allow', 'GET, HEAD')
      if (status === 503) response.set('Retry-After', '5')
      response.status(status).set('Cache-Control', 'no-store').type('text').send(`${message}\n`)
    }
  }

  return {
    handler,

    /** Registers a page's image sizes, then fetches its preloaded images. Never rejects. */
    async prepare(html: string): Promise<void> {
      for (const { size } of renditionsIn(html)) shownSizes.set(size, true)
      const preloaded = (html.match(PRELOAD) ?? []).flatMap(renditionsIn)
      await Promise.all(
        preloaded
          .slice(0, MAX_PREPARING - preparing.size)
          .map((rendition) => preparing.add(() => getImage(rendition, true).catch(() => {}))),
      )
    },
  }

  /** As AVIF: most browsers accept it, and it is slowest to encode. */
  function renditionsIn(html: string): Rendition[] {
    const sources = [...html.matchAll(SOURCES)].map(([, source = '']) => source.replaceAll('&amp;', '&'))
    const addresses = sources.flatMap((source) => [...source.matchAll(ADDRESS)])
    return addresses.flatMap(([, address = '']) => parse(address, 'image/avif') ?? [])
  }
}

function send(response: Response, image: Image): unknown {
  response.set({ ...HEADERS, 'Content-Type': image.type })
  if ('body' in image) return response.set('Cache-Control', 'no-cache').send(image.body)
  return new Promise<void>((resolve, reject) =>
    response.sendFile(image.file, { root: image.root, maxAge: '1y', immutable: true }, (error) =>
      error ? reject(error) : resolve(),
    ),
  )
}
