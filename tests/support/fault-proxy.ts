import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * - `pass`: forwards everything
 * - `slow`: delays each part of a response by `SLOW_MS`
 * - `hold`: delays responses until the next fault
 * - `hang`: accepts connections and data, never responds
 * - `reset`: resets each connection at its first byte
 * - `cut`: resets the connection after the first bytes of a response
 * - `500`: responds with 500 to each request
 * - `garbage`: responds with random bytes
 * - `down`: refuses connections
 */
export type Fault = 'pass' | 'slow' | 'hold' | 'hang' | 'reset' | 'cut' | '500' | 'garbage' | 'down'

const SLOW_MS = 200
const CUT_AFTER_BYTES = 60
const BODY = '<h1>Internal Server Error</h1>'
const FAILURE = `HTTP/1.1 500 Internal Server Error\r\nContent-Type: text/html\r\nContent-Length: ${BODY.length}\r\nConnection: close\r\n\r\n${BODY}`
const GARBAGE = Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 151 + 7) % 256))

export type FaultProxy = {
  port: number
  /** Sets the fault, also for open connections. */
  fault(next: Fault): Promise<void>
  /** The number of matching requests whose response is held. */
  held(request: RegExp): number
  close(): Promise<void>
}

/** Starts a TCP proxy on loopback that simulates network faults. */
export async function faultProxy(target: number): Promise<FaultProxy> {
  let fault: Fault = 'pass'
  const pairs = new Set<{
    client: Socket
    upstream: Socket
    hasLostData: boolean
    request: string
    held: boolean
  }>()
  let held: (() => void)[] = []
  let port = 0

  function accept(client: Socket): void {
    const upstream = connect(target, '127.0.0.1')
    const pair = { client, upstream, hasLostData: false, request: '', held: false }
    pairs.add(pair)
    let answered = 0
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    const breakOff = () => {
      client.resetAndDestroy()
      end()
    }
    client.on('data', (chunk) => {
      pair.request = chunk.toString('latin1', 0, 200)
      if (fault === 'reset') return breakOff()
      if (fault === '500') return void client.end(FAILURE, end)
      if (fault === 'garbage') return void client.end(GARBAGE, end)
      if (fault === 'hang') pair.hasLostData = true
      else upstream.write(withTargetHost(chunk))
    })
    upstream.on('data', (chunk) => {
      const pass = () => void (client.destroyed || client.write(chunk))
      if (fault === 'reset') return breakOff()
      if (fault === 'cut') {
        const room = CUT_AFTER_BYTES - answered
        answered += chunk.length
        if (room <= 0 || answered > CUT_AFTER_BYTES) {
          if (room > 0) client.write(chunk.subarray(0, room), breakOff)
          else breakOff()
          return
        }
      }
      if (fault === 'hang') pair.hasLostData = true
      else if (fault === 'slow') setTimeout(pass, SLOW_MS)
      else if (fault === 'hold') {
        pair.held = true
        held.push(pass)
      } else pass()
    })
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
  }

  /** Servers may check the Host header, so it names the target. */
  function withTargetHost(chunk: Buffer): Buffer {
    const text = chunk.toString('latin1')
    const here = `localhost:${port}`
    return text.includes(here) ? Buffer.from(text.replaceAll(here, `localhost:${target}`), 'latin1') : chunk
  }

  const servers: Server[] = []
  async function listen(port: number): Promise<number> {
    for (const address of ['127.0.0.1', '::1']) {
      const server = createServer(accept)
      server.listen((servers[0]?.address() as AddressInfo | undefined)?.port ?? port, address)
      const listening = await once(server, 'listening').then(
        () => true,
        () => false, // a machine without IPv6
      )
      if (listening) servers.push(server)
    }
    return (servers[0]!.address() as AddressInfo).port
  }
  const stop = () => {
    for (const { client } of pairs) client.resetAndDestroy()
    return Promise.all(
      servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
    )
  }

  port = await listen(0)
  return {
    port,
    held: (request) => [...pairs].filter((pair) => pair.held && request.test(pair.request)).length,
    async fault(next) {
      const before = fault
      fault = next
      const waiting = held
      held = []
      for (const pair of pairs) pair.held = false
      for (const pass of waiting) pass()
      // Their data is lost.
      for (const pair of pairs) if (pair.hasLostData) pair.client.resetAndDestroy()
      if (next === 'down') await stop()
      else if (before === 'down') await listen(port)
      if (next === 'reset') for (const { client } of pairs) client.resetAndDestroy()
    },
    async close() {
      if (servers.length > 0) await stop()
    },
  }
}
