import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSanityHostsProxy } from './sanity-hosts-proxy.ts'

async function startProxy() {
  const proxy = await createSanityHostsProxy({ lakeUrl: 'http://localhost:1', projectId: 'abc123' })
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
