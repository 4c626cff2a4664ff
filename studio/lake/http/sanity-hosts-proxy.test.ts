import { once } from 'node:events'
import { request } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { testLake } from '../lake.test-support.ts'
import { createSanityHostsProxy } from './sanity-hosts-proxy.ts'

async function startProxy(lakeUrl = 'http://localhost:1') {
  const proxy = await createSanityHostsProxy({ lakeUrl, projectId: 'abc123' })
  onTestFinished(() => proxy.close())
  return proxy
}

/** Asks a proxy for a tunnel. */
async function tunnel(proxyUrl: string, target: string) {
  const req = request(proxyUrl, { method: 'CONNECT', path: target, agent: false }).end()
  const [{ statusCode }, socket] = (await once(req, 'connect')) as [{ statusCode: number }, Socket]
  onTestFinished(() => void socket.destroy())
  return { statusCode, socket }
}

test('other hosts are tunnelled unchanged', async () => {
  const echo = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1')
  onTestFinished(() => void echo.close())
  await once(echo, 'listening')
  const { url } = await startProxy()
  const { statusCode, socket } = await tunnel(url, `127.0.0.1:${(echo.address() as AddressInfo).port}`)
  expect(statusCode).toBe(200)
  socket.write('bytes')
  expect(String((await once(socket, 'data'))[0])).toBe('bytes')
  expect((await tunnel(url, 'localhost:1')).statusCode).toBe(502)
})

test('a busy program may use its idle connection for as long as from the lake itself', async () => {
  const { url, certificate } = await startProxy()
  const { socket } = await tunnel(url, 'api.sanity.io:443')
  const servername = 'api.sanity.io'
  const createConnection = () => connect({ socket, servername, ca: certificate })
  const headers = { host: servername, connection: 'keep-alive' }
  const [answer] = await once(request({ createConnection, path: '/v1/projects', headers }).end(), 'response')
  expect(answer.headers['keep-alive']).toBe('timeout=65')
})

test('an unchanged Studio holds many event streams beside its queries, over one HTTP/2 connection', async () => {
  const lake = await testLake({ projectId: 'abc123' })
  const { url, certificate } = await startProxy(lake.url)
  const { socket } = await tunnel(url, 'abc123.api.sanity.io:443')
  const servername = 'abc123.api.sanity.io'
  const session = connectHttp2(`https://${servername}`, {
    createConnection: () => connect({ socket, servername, ca: certificate, ALPNProtocols: ['h2'] }),
  })
  onTestFinished(() => session.destroy())
  const get = async (path: string) => {
    const stream = session.request({ ':path': path })
    const [headers] = (await once(stream, 'response')) as [Record<string, string | number>]
    return { stream, status: headers[':status'] }
  }
  for (let i = 0; i < 7; i++)
    expect((await get('/v2025-02-19/data/listen/production?query=*')).status).toBe(200)
  const { stream } = await get('/v2025-02-19/data/query/production?query=1')
  expect(JSON.parse(await text(stream))).toMatchObject({ result: 1 })
})
