import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connectThrough, createSanityHostsProxy } from './sanity-hosts-proxy.ts'

type Options = Parameters<typeof createSanityHostsProxy>[0]

async function startProxy(options: Partial<Options> = {}) {
  const proxy = await createSanityHostsProxy({
    lakeUrl: 'http://localhost:1',
    projectId: 'abc123',
    ...options,
  })
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

test('other hosts are tunnelled unchanged, through the proxy of the environment if there is one', async () => {
  const echo = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1')
  onTestFinished(() => void echo.close())
  await once(echo, 'listening')
  const target = `127.0.0.1:${(echo.address() as AddressInfo).port}`
  const targets: string[] = []

  const direct = await startProxy()
  const chained = await startProxy({
    connectOthers: (host) => {
      targets.push(host)
      return connectThrough(direct.url)(host)
    },
  })
  for (const { url } of [direct, chained]) {
    const { statusCode, socket } = await tunnel(url, target)
    expect(statusCode).toBe(200)
    socket.write('bytes')
    expect(String((await once(socket, 'data'))[0])).toBe('bytes')
  }
  expect(targets).toEqual([target])
  expect((await tunnel(direct.url, 'localhost:1')).statusCode).toBe(502)
})
