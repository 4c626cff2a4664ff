import { createServer } from 'node:net'

/** Ports above STUDIO_PORT that the lake's event streams take. */
const STREAM_PORTS = 16
const PLACES = 40

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** Ports for one product: site, Studio with free ones above it, host. Workers of one run never share any. */
export async function freePorts(worker: number): Promise<{ site: number; studio: number; host: number }> {
  const first = 20_000 + worker * 2_000
  for (let step = 0; step < PLACES; step++) {
    // Another run on this machine may be about to take what is free now: each starts elsewhere.
    const base = first + ((process.pid + step) % PLACES) * 50
    const wanted = [
      base,
      ...Array.from({ length: STREAM_PORTS + 1 }, (_, index) => base + 1 + index),
      base + STREAM_PORTS + 2,
    ]
    const free = await Promise.all(wanted.map(isFree))
    if (free.every(Boolean)) return { site: base, studio: base + 1, host: base + STREAM_PORTS + 2 }
  }
  throw new Error('No free ports for a test.')
}
