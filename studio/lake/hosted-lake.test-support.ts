import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { createClient, type SanityClient } from '@sanity/client'
import { httpError, unauthorized } from './errors.ts'
import { createSanityHostsProxy, type Forward } from './http/sanity-hosts-proxy.ts'
import { startLake } from './lake.ts'

/** `dropped` breaks connections off, `silent` keeps them open without events, `refused` answers 401. */
export type Streams = 'open' | 'goaway' | 'dropped' | 'refused' | 'silent'

/** `stale`: a cached answer, unless the request names a newer event (`lastLiveEventId`). `down`: 503. */
type Cdn = 'stale' | 'down'

type RecordedRequest = { host: 'api' | 'cdn'; path: string; search: URLSearchParams; hasToken: boolean }
type CachedAnswer = { eventsBefore: number; headers: Headers; body: Buffer }

export type HostedLake = {
  projectId: string
  /** The editor's token. */
  token: string
  /** Environment variables for a process with an unmodified `@sanity/client`. */
  env: Record<'SANITY_PROJECT_ID' | 'HTTPS_PROXY' | 'https_proxy' | 'NODE_EXTRA_CA_CERTS', string> & {
    SANITY_API_TOKEN?: string
  }
  /** An editor's client without the proxy. */
  editor: SanityClient
  /** Requests so far, oldest first. */
  requests: RecordedRequest[]
  /** Sets the behavior of live event streams. */
  streams(next: Streams): void
  /** Sets the behavior of the API CDN. */
  cdn(next: Cdn): void
  close(): Promise<void>
}

const QUERY = /^\/v[^/]+\/data\/query\//
const LIVE = /^\/v[^/]+\/data\/live\/events\//

/** A lake behind the host names of a hosted project, through an HTTP proxy on loopback (README.md). */
export async function hostedLake({
  dataDir,
  projectId = 'abc123',
  isPrivate = false,
  origins = [],
}: {
  dataDir: string
  projectId?: string
  /** Published content needs a token, too. */
  isPrivate?: boolean
  /** CORS origins of the project. */
  origins?: string[]
}): Promise<HostedLake> {
  const lake = await startLake({
    port: 0,
    streamPorts: 0,
    dataDir,
    projectId,
    assetBase: 'https://cdn.sanity.io',
    allowedOrigins: origins,
  })
  const editor = createClient({
    projectId,
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost: lake.url,
    useProjectHostname: false,
    useCdn: false,
    maxRetries: 0,
    perspective: 'raw',
    token: lake.token,
  })
  if (isPrivate) await editor.datasets.edit('production', { aclMode: 'private' })

  const requests: RecordedRequest[] = []
  const cached = new Map<string, CachedAnswer>()
  const open = new Set<ServerResponse>()
  let streams: Streams = 'open'
  let cdn: Cdn = 'stale'
  /** Ids of live events in the order in which they came. */
  const events: string[] = []
  const subscription = editor.live.events({ includeDrafts: true }).subscribe((event) => {
    if ('id' in event && event.id) events.push(event.id)
  })

  async function handle(req: IncomingMessage, res: ServerResponse, forward: Forward) {
    const url = new URL(req.url ?? '/', `https://${req.headers.host}`)
    const isCdn = url.hostname === `${projectId}.apicdn.sanity.io`
    const hasToken = req.headers.authorization !== undefined
    const search = new URLSearchParams(url.search)
    requests.push({ host: isCdn ? 'cdn' : 'api', path: url.pathname, search, hasToken })
    if (LIVE.test(url.pathname) && !isCdn) return openStream(req, res, forward)
    if (!isCdn) return forward(req, res)
    if (!QUERY.test(url.pathname)) throw httpError(404, 'The API CDN answers queries only')
    if (cdn === 'down') throw httpError(503, 'Service Unavailable')
    return answerFromCdn(req, res, url)
  }

  function openStream(req: IncomingMessage, res: ServerResponse, forward: Forward) {
    if (streams === 'dropped') return void res.destroy()
    if (streams === 'refused') throw unauthorized()
    open.add(res)
    res.on('close', () => open.delete(res))
    if (streams !== 'goaway') {
      const unlessSilent = new Transform({
        transform: (chunk, _encoding, done) => done(null, streams === 'silent' ? undefined : chunk),
      })
      return forward(req, res, unlessSilent)
    }
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    sendAway(res)
  }

  function sendAway(stream: ServerResponse) {
    stream.end(`id: ${events.at(-1)}\nevent: goaway\ndata: {"reason":"connection limit reached"}\n\n`)
  }

  async function answerFromCdn(req: IncomingMessage, res: ServerResponse, url: URL) {
    const body = Buffer.concat(await req.toArray())
    const lastEvent = url.searchParams.get('lastLiveEventId')
    url.searchParams.delete('lastLiveEventId')
    const { authorization = '' } = req.headers
    const key = [authorization, url.href, body].join('\n')
    let answer = cached.get(key)
    if (!answer || (lastEvent && (events.indexOf(lastEvent) + 1 || Infinity) > answer.eventsBefore)) {
      const eventsBefore = events.length
      const fresh = await fetch(`${lake.url}${url.pathname}${url.search}`, {
        method: req.method,
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        ...(body.length > 0 && { body }),
      })
      const text = Buffer.from(await fresh.arrayBuffer())
      if (!fresh.ok) return void res.writeHead(fresh.status, Object.fromEntries(fresh.headers)).end(text)
      answer = { eventsBefore, headers: fresh.headers, body: text }
      cached.set(key, answer)
    }
    res.writeHead(200, Object.fromEntries(answer.headers)).end(answer.body)
  }

  const proxy = await createSanityHostsProxy({
    lakeUrl: lake.url,
    projectId,
    handle,
    tunnelsOthers: false,
  })
  const certificateFile = join(dataDir, 'test-certificate.pem')
  writeFileSync(certificateFile, proxy.certificate)

  return {
    projectId,
    token: lake.token,
    env: {
      SANITY_PROJECT_ID: projectId,
      HTTPS_PROXY: proxy.url,
      https_proxy: proxy.url,
      NODE_EXTRA_CA_CERTS: certificateFile,
      ...(isPrivate && { SANITY_API_TOKEN: lake.token }),
    },
    editor,
    requests,
    streams(next) {
      const wasSilent = streams === 'silent'
      streams = next
      for (const stream of open) {
        if (next === 'goaway') sendAway(stream)
        else if (next === 'dropped' || next === 'refused' || wasSilent) stream.destroy()
      }
    },
    cdn(next) {
      cdn = next
    },
    async close() {
      subscription.unsubscribe()
      await proxy.close()
      await lake.close()
    },
  }
}
