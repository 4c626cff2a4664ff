import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LIGHT_QUALITY } from '#app/content/media.ts'
import type { Env } from '#app/env.server.ts'
import { faultOf } from '#app/log.ts'
import { replaceFile } from '#app/replace-file.server.ts'
import { Bounded } from '#app/server/bounded.ts'
import { brotli, type Coding, codingFor, gzipped } from '#app/server/coding.ts'
import { FILE_HEADERS } from '#app/server/http/common-headers.ts'
import { log } from '#app/server/log.ts'
import { type Asked, contentTag, type Representation, representation } from '#app/server/representation.ts'
import { turns } from '#app/server/turns.ts'

/** The lake may be drawing many pictures anew on a small machine; no page waits for them. Waiting for a turn counts. */
const UPSTREAM_TIMEOUT_MS = 60_000
/** As many as the lake draws at the same time. What it was asked for it draws to the end, though nobody waits any more. */
const DRAWN_AT_ONCE = 4
/** Of what no page shows: one that is large takes many seconds. */
const MADE_UP_AT_ONCE = 3
const ONE_YEAR_S = 31_536_000
/** The parameters of Sanity's image transformations that pictures of the site use (app/content/media.ts); others are ignored. */
const PARAMETERS = ['w', 'h', 'rect', 'fit', 'q']
const counts = (name: string, value: string) =>
  PARAMETERS.includes(name) && (name !== 'q' || value === `${LIGHT_QUALITY}`)
const MAX_PX = 4_000
/** Far more than a site has in all sizes. Anybody can ask for another size: the oldest make room. */
const MAX_KEPT = 5_000
const KEPT_AFTER_PRUNING = 4_000
/** Addresses of pictures in a document: those of an `<img>`, of its `srcset`, and of what is preloaded. */
const SHOWN = /\/media\/images\/[^\s"'<>]+/g
/** Pages that were made last show these; with their addresses a few MB. */
const MOST_SHOWN = 20_000
/** `/media/images/<project>/<dataset>/<sha1>-<size>.<ext>`, and a name for people behind it. */
const PATH =
  /^\/media\/images\/([a-z0-9-]+)\/([a-z0-9~_-]+)\/([a-f0-9]{40}-\d+x\d+\.[a-z]{3,4})(?:\/[a-z0-9.-]+)?$/

const DRAWING = /-\d+x\d+\.svg(?:\/|$)/

type Media = { body: Buffer; type: string }

/** Pictures that are kept in memory too; larger ones, and more than that, come from disk. */
const MEMORY_BYTES = 16 * 1024 * 1024
const MAX_IN_MEMORY = 1024 * 1024
/** Headers and the like: what a picture takes besides its bytes and its address, of which strangers can make long ones. */
const OVERHEAD_BYTES = 2_048

type Kept = { finished: Representation; bytes: number }

/** What is sent for an address below /media. `path` and `query` are the request's. */
export type MediaRelay = (request: Asked, path: string, query: string) => Promise<Representation>

/** The addresses of pictures that the site's own pages show. */
export class ShownPictures {
  readonly #addresses = new Set<string>()

  /** Notes those in a document that was just made. */
  note(html: string): void {
    for (const [written] of html.matchAll(SHOWN)) {
      const address = written.replaceAll('&amp;', '&')
      this.#addresses.delete(address)
      this.#addresses.add(address)
    }
    for (const oldest of this.#addresses) {
      if (this.#addresses.size <= MOST_SHOWN) break
      this.#addresses.delete(oldest)
    }
  }

  has(path: string, query: string): boolean {
    return this.#addresses.has(`${path}?${query}`)
  }
}

/**
 * Relays pictures of the local lake, which answers this machine only, and keeps each in `DATA_DIR/media`: they are
 * served with the lake down too. A picture's address names its content, so it never changes. What pages show (`shown`) comes
 * before the sizes that somebody makes up: it is drawn first, and goes last.
 */
export function mediaRelay(
  env: Env,
  shown = new ShownPictures(),
  { maxKept = MAX_KEPT, keptAfter = KEPT_AFTER_PRUNING, memoryBytes = MEMORY_BYTES } = {},
): MediaRelay {
  const folder = join(env.DATA_DIR, 'media')
  let count: Promise<number> | undefined
  const running = new Map<string, Promise<Media>>()
  /** Of the kept ones those that were asked for as pages show them. */
  const onPages = new Set<string>()
  const memory = new Bounded<Kept>(memoryBytes)
  const inTurn = turns(DRAWN_AT_ONCE, MADE_UP_AT_ONCE)

  return async (request, path, query) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405, { Allow: 'GET, HEAD' })
    const format = formatFor(request.headers.accept)
    // Drawings are texts: a third of their bytes is left.
    const coding = DRAWING.test(path) ? codingFor(request.headers['accept-encoding']) : 'identity'
    const address = `${format} ${coding} ${path}?${query}`
    const inMemory = memory.get(address)
    if (inMemory) return inMemory.finished
    const picture = upstreamOf(path, query, format, env)
    if (!picture) return refusal(404)
    const { upstream } = picture
    const key = hash('sha256', upstream, 'base64url')
    try {
      const media = await fetchOnce(key, picture, shown.has(path, query))
      const finished = finish(key, media.type, await encoded(media.body, coding), coding)
      // Parameters that don't count make other addresses of the same picture: those stay on disk.
      if (picture.isPlain && media.body.length <= MAX_IN_MEMORY)
        memory.set(address, { finished, bytes: media.body.length + address.length + OVERHEAD_BYTES })
      return finished
    } catch (error) {
      if (error instanceof Missing) return refusal(404)
      log('warn', 'media: a picture could not be read from the lake', { upstream, error: faultOf(error) })
      return refusal(502)
    }
  }

  function fetchOnce(key: string, picture: Picture, isShown: boolean): Promise<Media> {
    // Never what waits behind a flood: a parameter that doesn't count makes another address of the same picture.
    const flight = `${key} ${isShown}`
    const begun = running.get(flight)
    if (begun) return begun
    const media = keptOrDrawn().finally(() => running.delete(flight))
    running.set(flight, media)
    return media
    async function keptOrDrawn() {
      const media = (await kept(key)) ?? (await fetchPicture(key, picture, isShown))
      if (isShown) onPages.add(key)
      return media
    }
  }

  /** A kept picture; undefined where there is none, or its file is no longer what was written. */
  async function kept(key: string): Promise<Media | undefined> {
    const file = join(folder, key)
    const note = await readFile(`${file}.type`, 'utf8').catch(() => undefined)
    if (note === undefined) return undefined
    const body = await readFile(file).catch(() => undefined)
    const [, checksum, type = ''] = /^(\S+) (.+)$/.exec(note) ?? []
    if (body && checksum === contentTag(body)) return { body, type }
    log('warn', 'media: a kept picture is damaged, and asked for anew', { file })
    return undefined
  }

  async function fetchPicture(key: string, { upstream, isDrawn }: Picture, isShown: boolean): Promise<Media> {
    const signal = AbortSignal.timeout(UPSTREAM_TIMEOUT_MS)
    const ask = async () => {
      const answer = await fetch(upstream, { signal })
      if (answer.status === 404 || answer.status === 400) throw new Missing(upstream)
      const type = answer.headers.get('content-type') ?? ''
      if (!answer.ok || !type.startsWith('image/'))
        throw new Error(`the lake answered ${answer.status} ${type}`)
      return { body: Buffer.from(await answer.arrayBuffer()), type }
    }
    const { body, type } = isDrawn ? await inTurn(ask, signal, isShown) : await ask()
    const file = join(folder, key)
    try {
      await mkdir(folder, { recursive: true })
      // Checksum and type are written last: a picture counts as kept only when it is whole.
      await replaceFile(file, body)
      await replaceFile(`${file}.type`, `${contentTag(body)} ${type}`)
      count = counted().catch(() => 0)
    } catch (error) {
      log('warn', 'media: a picture could not be kept', { upstream, error: String(error) })
    }
    return { body, type }
  }

  /** How many are kept, once the oldest have made room where there were too many. */
  async function counted(): Promise<number> {
    const before = await (count ?? keptPictures().then(({ length }) => length - 1))
    if (before < maxKept) return before + 1
    const rank = ({ key }: { key: string }) => Number(onPages.has(key))
    const oldestFirst = (await keptPictures()).sort((a, b) => rank(a) - rank(b) || a.at - b.at)
    const leaving = oldestFirst.slice(0, Math.max(0, oldestFirst.length - keptAfter))
    for (const { key } of leaving) {
      onPages.delete(key)
      // Without its type a picture no longer counts as kept.
      await rm(join(folder, `${key}.type`), { force: true })
      await rm(join(folder, key), { force: true })
    }
    return oldestFirst.length - leaving.length
  }

  async function keptPictures(): Promise<{ key: string; at: number }[]> {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.type'))
    return Promise.all(
      names.map(async (name) => ({
        key: name.slice(0, -'.type'.length),
        at: (await stat(join(folder, name)).catch(() => ({ mtimeMs: 0 }))).mtimeMs,
      })),
    )
  }
}

class Missing extends Error {}

/** The best format that a browser takes; `auto=format` asks for it. */
const formatFor = (accept = ''): string =>
  ['avif', 'webp'].find((name) => accept.includes(`image/${name}`)) ?? 'own'

/** `upstream`: the lake's address. `isDrawn`: it has work with it. `isPlain`: nothing in the query was ignored. */
type Picture = { upstream: string; isDrawn: boolean; isPlain: boolean }

/** What an address below /media asks the lake for; undefined for anything else. */
function upstreamOf(path: string, query: string, format: string, env: Env): Picture | undefined {
  const [, project, dataset, file] = PATH.exec(path) ?? []
  if (!file || project !== 'local' || dataset !== env.SANITY_DATASET) return undefined
  const upstream = new URL(`http://localhost:${env.STUDIO_PORT}/images/${project}/${dataset}/${file}`)
  const asked = new URLSearchParams(query)
  for (const name of PARAMETERS) {
    const [value, second] = asked.getAll(name)
    if (value === undefined || !counts(name, value)) continue
    if (second !== undefined || !/^[a-z0-9.,-]{1,40}$/i.test(value)) return undefined
    if ((name === 'w' || name === 'h') && !(Number(value) >= 1 && Number(value) <= MAX_PX)) return undefined
    upstream.searchParams.set(name, value)
  }
  if (asked.get('auto') === 'format' && !file.endsWith('.svg') && format !== 'own')
    upstream.searchParams.set('fm', format)
  const isDrawn = upstream.search !== '' && !file.endsWith('.svg')
  if (isDrawn && !upstream.searchParams.has('w') && !upstream.searchParams.has('h')) {
    // Whatever the camera made: to write all of it in another format takes up to minutes.
    upstream.searchParams.set('w', `${MAX_PX}`)
    upstream.searchParams.set('fit', 'max')
  }
  return {
    upstream: upstream.href,
    isDrawn,
    isPlain: [...asked].every(([name, value]) =>
      name === 'auto' ? value === 'format' : counts(name, value),
    ),
  }
}

const encoded = async (body: Buffer, coding: Coding): Promise<Buffer> =>
  coding === 'br' ? brotli(body, 5) : coding === 'gzip' ? gzipped(body, 6) : body

const finish = (key: string, type: string, body: Buffer, coding: Coding): Representation =>
  representation({
    etag: coding === 'identity' ? `"${key}"` : `"${key}.${coding}"`,
    headers: {
      ...FILE_HEADERS,
      'Content-Type': type,
      'Content-Encoding': coding === 'identity' ? undefined : coding,
      'Cache-Control': `public, max-age=${ONE_YEAR_S}, immutable`,
      Vary: type.startsWith('image/svg') ? 'Accept, Accept-Encoding' : 'Accept',
      // Whoever shows a shared link, or reads the feed, shows its picture.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      // An SVG that somebody uploaded is a picture, never a page.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
    body,
    ranges: true,
  })

const SAID: Record<number, string> = {
  404: 'No such picture.',
  405: 'This method is not allowed here.',
  502: 'This picture can’t be shown right now.',
}

const refusal = (status: number, headers: Record<string, string> = {}): Representation =>
  representation({
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
    body: Buffer.from(`${SAID[status]}\n`),
  })
