import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import type { Request, RequestHandler, Response } from 'express'
import type { Env } from '#app/env.server.ts'
import { log } from '#app/server/log.ts'

const UPSTREAM_TIMEOUT_MS = 15_000
const ONE_YEAR_S = 31_536_000
/** The parameters of Sanity's image transformations that pictures of the site use (app/content/media.ts); others are ignored. */
const PARAMETERS = ['w', 'h', 'rect', 'fit']
const MAX_PX = 4_000
/** Far more than a site has in all sizes. Anybody can ask for another size: the oldest make room. */
const MAX_KEPT = 5_000
const KEPT_AFTER_PRUNING = 4_000
/** `/images/<project>/<dataset>/<sha1>-<size>.<ext>`, and a name for people behind it. */
const PATH = /^\/images\/([a-z0-9-]+)\/([a-z0-9~_-]+)\/([a-f0-9]{40}-\d+x\d+\.[a-z]{3,4})(?:\/[a-z0-9.-]+)?$/

type Media = { file: string; type: string }

/**
 * Relays pictures of the local lake, which answers this machine only, and keeps each in `DATA_DIR/media`: they are
 * served with the lake down too. A picture's address names its content, so it never changes.
 */
export function mediaRelay(
  env: Env,
  { maxKept = MAX_KEPT, keptAfter = KEPT_AFTER_PRUNING } = {},
): RequestHandler {
  const folder = join(env.DATA_DIR, 'media')
  let count: Promise<number> | undefined
  const running = new Map<string, Promise<Media>>()

  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.status(405).set('Allow', 'GET, HEAD').end()
    const upstream = upstreamOf(request, env)
    if (!upstream) return void response.status(404).type('text').send('No such picture.\n')
    const key = createHash('sha256').update(upstream).digest('base64url')
    try {
      const media = await (running.get(key) ?? fetchOnce(key, upstream))
      await send(request, response, media, key)
    } catch (error) {
      const missing = error instanceof Missing
      if (!missing)
        log('warn', 'media: a picture could not be read from the lake', { upstream, error: String(error) })
      response
        .status(missing ? 404 : 502)
        .set('Cache-Control', 'no-store')
        .type('text')
        .send('This picture can’t be shown right now.\n')
    }
  }

  function fetchOnce(key: string, upstream: string): Promise<Media> {
    const media = kept(key).then((found) => found ?? fetchPicture(key, upstream))
    running.set(key, media)
    return media.finally(() => running.delete(key))
  }

  async function kept(key: string): Promise<Media | undefined> {
    const type = await readFile(join(folder, `${key}.type`), 'utf8').catch(() => undefined)
    return type ? { file: join(folder, key), type } : undefined
  }

  async function fetchPicture(key: string, upstream: string): Promise<Media> {
    const answer = await fetch(upstream, { signal: AbortSignal.timeout(UPSTREAM_TIMEOUT_MS) })
    if (answer.status === 404 || answer.status === 400) throw new Missing(upstream)
    const type = answer.headers.get('content-type') ?? ''
    if (!answer.ok || !type.startsWith('image/'))
      throw new Error(`the lake answered ${answer.status} ${type}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    await mkdir(folder, { recursive: true })
    const file = join(folder, key)
    // The type is written last: a picture counts as kept only when it is whole.
    await replaceFile(file, bytes)
    await replaceFile(`${file}.type`, type)
    count = counted().catch(() => 0)
    return { file, type }
  }

  /** How many are kept, once the oldest have made room where there were too many. */
  async function counted(): Promise<number> {
    const before = await (count ?? keptPictures().then(({ length }) => length - 1))
    if (before < maxKept) return before + 1
    const oldestFirst = (await keptPictures()).sort((a, b) => a.at - b.at)
    const leaving = oldestFirst.slice(0, Math.max(0, oldestFirst.length - keptAfter))
    for (const { key } of leaving) {
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

async function replaceFile(file: string, content: Buffer | string): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, content)
  await rename(draft, file)
}

/** The lake's address of a picture, with the format that this browser takes; undefined for anything else. */
function upstreamOf(request: Request, env: Env): string | undefined {
  const [, project, dataset, file] = PATH.exec(request.path) ?? []
  if (!file || project !== 'local' || dataset !== env.SANITY_DATASET) return undefined
  const upstream = new URL(`http://localhost:${env.STUDIO_PORT}/images/${project}/${dataset}/${file}`)
  for (const name of PARAMETERS) {
    const value = request.query[name]
    if (value === undefined) continue
    if (typeof value !== 'string' || !/^[a-z0-9.,-]{1,40}$/i.test(value)) return undefined
    if ((name === 'w' || name === 'h') && !(Number(value) >= 1 && Number(value) <= MAX_PX)) return undefined
    upstream.searchParams.set(name, value)
  }
  if (request.query.auto === 'format' && !file.endsWith('.svg')) {
    const accept = request.headers.accept ?? ''
    const format = ['avif', 'webp'].find((name) => accept.includes(`image/${name}`))
    if (format) upstream.searchParams.set('fm', format)
  }
  return upstream.href
}

async function send(request: Request, response: Response, { file, type }: Media, key: string): Promise<void> {
  const etag = `"${key}"`
  response.set({
    'Content-Type': type,
    'Cache-Control': `public, max-age=${ONE_YEAR_S}, immutable`,
    Vary: 'Accept',
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
    // An SVG that somebody uploaded is a picture, never a page.
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  })
  if (request.headers['if-none-match'] === etag) return void response.status(304).end()
  const { size } = await stat(file)
  response.set('Content-Length', String(size))
  if (request.method === 'HEAD') return void response.end()
  // Closes the file, too, when the visitor goes away in the middle.
  pipeline(createReadStream(file), response, () => {})
}
