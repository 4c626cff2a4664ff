import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { createClient, type SanityClient } from '@sanity/client'
import { generate } from 'selfsigned'
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

const NAMES = ['sanity.io', '*.sanity.io', '*.api.sanity.io', '*.apicdn.sanity.io']
const QUERY = /^\/v[^/]+\/data\/query\//
const LIVE = /^\/v[^/]+\/data\/live\/events\//
const API_HOST = 'api.sanity.io'
const IMAGE_CDN = 'cdn.sanity.io'

/** Generates a key and a self-signed certificate for Sanity's hosts. */
async function testCertificate(): Promise<{ key: string; cert: string }> {
  const altNames = NAMES.map((value) => ({ type: 2 as const, value }))
  const generated = await generate([{ name: 'commonName', value: 'Tests of Keyturn' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames }],
  })
  return { key: generated.private, cert: generated.cert }
}

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
    assetBase: `https://${IMAGE_CDN}`,
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

  function handle(req: IncomingMessage, res: ServerResponse) {
    const { host = '' } = req.headers
    const url = new URL(req.url ?? '/', `https://${host}`)
    const isCdn = host === `${projectId}.apicdn.sanity.io`
    if (!isCdn && ![`${projectId}.${API_HOST}`, API_HOST, IMAGE_CDN].includes(host))
      return refuse(res, 404, `Unknown host ${host}`)
    const hasToken = req.headers.authorization !== undefined
    const search = new URLSearchParams(url.search)
    requests.push({ host: isCdn ? 'cdn' : 'api', path: url.pathname, search, hasToken })
    if (LIVE.test(url.pathname) && !isCdn) return openStream(req, res)
    if (!isCdn) return forward(req, res)
    if (!QUERY.test(url.pathname)) return refuse(res, 404, 'The API CDN answers queries only')
    if (cdn === 'down') return refuse(res, 503, 'Service Unavailable')
    answerFromCdn(req, res, url).catch((error) => refuse(res, 502, String(error)))
  }

  /** Headers for the lake. Only a token makes an editor, not a cookie. */
  const headersOf = ({ headers: { cookie, ...headers } }: IncomingMessage) => ({
    ...headers,
    host: `localhost:${lake.port}`,
  })

  function forward(req: IncomingMessage, res: ServerResponse, isSilent = () => false) {
    const upstream = request(
      { host: '127.0.0.1', port: lake.port, method: req.method, path: req.url, headers: headersOf(req) },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('data', (chunk) => isSilent() || res.write(chunk))
        answer.on('close', () => res.end())
      },
    )
    upstream.on('error', () => res.destroy())
    res.on('close', () => upstream.destroy())
    req.pipe(upstream)
  }

  function openStream(req: IncomingMessage, res: ServerResponse) {
    if (streams === 'dropped') return void res.destroy()
    if (streams === 'refused') return refuse(res, 401, 'Unauthorized')
    open.add(res)
    res.on('close', () => open.delete(res))
    if (streams !== 'goaway') return forward(req, res, () => streams === 'silent')
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

  const certificate = await testCertificate()
  const certificateFile = join(dataDir, 'test-certificate.pem')
  writeFileSync(certificateFile, certificate.cert)
  const tls = createTlsServer(certificate, handle)
  const sockets = new Set<Socket>()
  const proxy = createServer((_req, res) => refuse(res, 405, 'This proxy only makes tunnels'))
  proxy.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  })
  proxy.on('connect', ({ url = '' }, socket) => {
    if (!/(^|\.)sanity\.io:443$/.test(url)) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    tls.emit('connection', socket)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

  return {
    projectId,
    token: lake.token,
    env: {
      SANITY_PROJECT_ID: projectId,
      HTTPS_PROXY: address,
      https_proxy: address,
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
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
      await lake.close()
    },
  }
}

function refuse(res: ServerResponse, statusCode: number, message: string) {
  if (res.headersSent) return void res.destroy()
  res
    .writeHead(statusCode, { 'content-type': 'application/json' })
    .end(JSON.stringify({ statusCode, message }))
}
