import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { generate } from 'selfsigned'
import { httpError, LakeError, wrongProject } from '../errors.ts'
import { connectDuplexes, createForwarder } from './forward.ts'
import { sendJson } from './http.ts'

const SANITY_HOST = /^(?:(?:([\w-]+)\.)?api|([\w-]+)\.apicdn|cdn)\.sanity\.io$/
const NAMES = ['api.sanity.io', 'cdn.sanity.io', '*.api.sanity.io', '*.apicdn.sanity.io']

export type Forward = (req: IncomingMessage, res: ServerResponse, filter?: Duplex) => Promise<void>

/**
 * An HTTP proxy on loopback that answers Sanity's hosts from a lake, and tunnels all others unchanged.
 * Programs must trust `certificate` (PEM).
 */
export async function createSanityHostsProxy({
  lakeUrl,
  projectId,
  handle = (req, res, forward) => forward(req, res),
  tunnelsOthers = true,
}: {
  lakeUrl: string
  projectId: string
  /** Answers a request to one of the project's hosts; forwards it to the lake by default. */
  handle?: (req: IncomingMessage, res: ServerResponse, forward: Forward) => Promise<void> | void
  /** Whether all other hosts are reached directly. */
  tunnelsOthers?: boolean
}) {
  // A token makes an editor here, a cookie of the lake does not.
  const lake = createForwarder(lakeUrl, 'The lake', ({ cookie, ...headers }) => headers)
  const { key, certificate } = await generateCertificate()
  const sockets = new Set<Duplex>()

  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    req.headers.host ??= String(req.headers[':authority']) // HTTP/2 has no Host
    try {
      checkProject(req, projectId)
      await handle(req, res, (req, res, filter) => lake.serve({ req, res }, filter))
    } catch (error) {
      if (res.headersSent) return void res.destroy()
      const { body, status } = error instanceof LakeError ? error : httpError(502, String(error))
      sendJson(res, body, status)
    }
  }
  // A browser opens six HTTP/1.1 connections per host, and the Studio holds as many event streams.
  const tls = createSecureServer(
    // A busy program, such as a build, notices late that an idle connection was closed.
    { key, cert: certificate, allowHTTP1: true, http1Options: { keepAliveTimeout: 65_000 } },
    // Node's compatibility API has the members of HTTP/1.1 that are used here.
    (req, res) => answer(req as unknown as IncomingMessage, res as unknown as ServerResponse),
  )
  tls.on('upgrade', (req, socket, head) => lake.upgrade(req, socket, head))

  const proxy = createServer((_req, res) =>
    sendJson(res, httpError(405, 'This proxy only makes tunnels').body, 405),
  )
  proxy.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  })
  proxy.on('connect', ({ url = '' }, socket, head) => {
    if (head.length > 0) socket.unshift(head)
    const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(url) ?? []
    if (SANITY_HOST.test(host) && port === '443') {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      return void tls.emit('connection', socket)
    }
    if (!tunnelsOthers) return void socket.end(`HTTP/1.1 502 No tunnel to ${url}\r\n\r\n`)
    const refuse = ({ message }: Error) => socket.end(`HTTP/1.1 502 ${message}\r\n\r\n`)
    const other = connect({ host, port: Number(port) }, () => {
      other.off('error', refuse)
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      connectDuplexes(socket, other)
    })
    other.on('error', refuse)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    certificate,
    async close() {
      for (const socket of sockets) socket.destroy()
      lake.close()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

/** Throws 404 for a host or an asset of another project. */
function checkProject({ headers: { host = '' }, url = '' }: IncomingMessage, served: string) {
  const [, api, apiCdn] = SANITY_HOST.exec(host) ?? []
  const asset = host === 'cdn.sanity.io' && /^\/(?:images|files)\/([^/?]+)\//.exec(url)?.[1]
  const project = api ?? apiCdn ?? asset
  if (project && project !== served) throw wrongProject(project, served)
}

/** Generates a key and a self-signed certificate for Sanity's hosts. */
async function generateCertificate(): Promise<{ key: string; certificate: string }> {
  const altNames = NAMES.map((value) => ({ type: 2 as const, value }))
  const generated = await generate([{ name: 'commonName', value: 'Local Content Lake' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames }],
  })
  return { key: generated.private, certificate: generated.cert }
}
