// node tests/bench/flood.ts URL CONNECTIONS ADDRESSES MODE PATH …: opens connections from ADDRESSES loopback addresses.
// MODE `wait` requests the paths again and again; `drop` sends one request and disconnects.
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const [url = '', connections = '200', addresses = '1', mode = 'wait', ...paths] = process.argv.slice(2)
const { hostname, port } = new URL(url)
const addressOf = (n: number) => `127.0.${1 + Math.trunc(n / 250)}.${1 + (n % 250)}`
/** After a rejected request. */
const RETRY_MS = 50
/** As fast as one client connects over a real network. */
const CONNECT_EVERY_MS = 2

if (mode === 'drop') {
  for (let n = 0; n < Number(connections); n++) {
    const path = paths[n % paths.length]!.replace('{n}', String(n))
    const localAddress = addressOf(n % Number(addresses))
    const socket = connect({ host: hostname, port: Number(port), localAddress }, () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`, () => socket.end())
    })
    socket.on('error', () => {})
    await pause(CONNECT_EVERY_MS)
  }
} else {
  for (let n = 0; n < Number(connections); n++) void attack(addressOf(n % Number(addresses)), n)
}

async function attack(localAddress: string, offset: number): Promise<never> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let n = offset; ; n++) {
    const path = paths[n % paths.length]!.replace('{n}', String(n))
    const status = await new Promise((resolve) => {
      const options = { hostname, port, path, agent, localAddress, headers: { Cookie: 'preview=x' } }
      get(options, (answer) => answer.resume().on('end', () => resolve(answer.statusCode))).on(
        'error',
        resolve,
      )
    })
    if (status !== 200) await pause(RETRY_MS)
  }
}
