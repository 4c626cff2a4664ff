import { createServer } from 'node:net'
import { STREAM_PORTS } from '#app/platform/environment.server.ts'

/** Above the last that browsers refuse (10080), below those that Linux gives to outgoing connections (32768 and up), one of which may take what was free a moment ago. */
const FIRST_PORT = 11_000
const PORTS_PER_PLACE = 25
const PLACES = 25

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** Above those of the end-to-end tests' workers, below those of the unit tests' products. */
const SINGLE_PORTS = { first: 26_000, count: 2_000 }
let singlePort = Math.floor(Math.random() * SINGLE_PORTS.count)

/** A port for one process, which may be started there more than once; each time another. */
export async function freePort(): Promise<number> {
  for (let step = 0; step < SINGLE_PORTS.count; step++) {
    singlePort = (singlePort + 1) % SINGLE_PORTS.count
    const port = SINGLE_PORTS.first + singlePort
    if (await isFree(port)) return port
  }
  throw new Error('No free port for a test.')
}

/** Ports for one product: site, Studio with free ones above it, host, figures. Workers of one run never share any. */
export async function freePorts(
  worker: number,
): Promise<{ site: number; studio: number; host: number; metrics: number }> {
  const first = FIRST_PORT + worker * PLACES * PORTS_PER_PLACE
  if (first + PLACES * PORTS_PER_PLACE > 32_768) throw new Error(`There is no worker ${worker}.`)
  for (let step = 0; step < PLACES; step++) {
    // Another run on this machine may be about to take what is free now: each starts elsewhere.
    const base = first + ((process.pid + step) % PLACES) * PORTS_PER_PLACE
    const wanted = [
      base,
      ...Array.from({ length: STREAM_PORTS + 2 }, (_, index) => base + 1 + index),
      base + STREAM_PORTS + 3,
      base + STREAM_PORTS + 4,
    ]
    const free = await Promise.all(wanted.map(isFree))
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
