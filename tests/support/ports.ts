import { createServer } from 'node:net'
import { STREAM_PORTS } from '#app/platform/environment.server.ts'

/** Above the ports that browsers block (10080), below those of outgoing connections on Linux (32768 and up). */
const FIRST_PORT = 11_000
const PORTS_PER_PRODUCT = 25
const PRODUCTS_PER_WORKER = 25

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** Above the ports of the end-to-end tests' workers, below those of the unit tests' products. */
const SINGLE_PORTS = { first: 26_000, count: 2_000 }
let singlePort = Math.floor(Math.random() * SINGLE_PORTS.count)

/** Returns a free port for one process: another one at each call. */
export async function freePort(): Promise<number> {
  for (let step = 0; step < SINGLE_PORTS.count; step++) {
    singlePort = (singlePort + 1) % SINGLE_PORTS.count
    const port = SINGLE_PORTS.first + singlePort
    if (await isFree(port)) return port
  }
  throw new Error('No free port for a test.')
}

/** Returns the ports of one product. The ports above the Studio's are for its event streams. Workers never share ports. */
export async function freePorts(
  worker: number,
): Promise<{ site: number; studio: number; host: number; metrics: number }> {
  const first = FIRST_PORT + worker * PRODUCTS_PER_WORKER * PORTS_PER_PRODUCT
  if (first + PRODUCTS_PER_WORKER * PORTS_PER_PRODUCT > 32_768)
    throw new Error(`There is no worker ${worker}.`)
  for (let step = 0; step < PRODUCTS_PER_WORKER; step++) {
    // Another test run on this machine starts its search at another port.
    const base = first + ((process.pid + step) % PRODUCTS_PER_WORKER) * PORTS_PER_PRODUCT
    const ports = [
      base,
      ...Array.from({ length: STREAM_PORTS + 2 }, (_, index) => base + 1 + index),
      base + STREAM_PORTS + 3,
      base + STREAM_PORTS + 4,
    ]
    const free = await Promise.all(ports.map(isFree))
    if (free.every(Boolean))
      return {
        site: base,
        studio: base + 1,
        host: base + STREAM_PORTS + 3,
        metrics: base + STREAM_PORTS + 4,
      }
  }
  throw new Error('No free ports for a test.')
}
