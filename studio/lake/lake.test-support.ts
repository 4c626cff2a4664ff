import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClientConfig, createClient, type SanityClient } from '@sanity/client'
import type { Observable } from 'rxjs'
import { inject, onTestFinished } from 'vitest'
import type { Lake, LakeOptions } from './lake.ts'

// Contract tests start the packed package (vite.config.ts), all others the sources.
const packed = inject('packedLake')
const { startLake }: typeof import('./lake.ts') = packed
  ? await import(join(packed, 'dist/index.js'))
  : await import('./lake.ts')

/** Creates an empty folder and deletes it after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lake-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a lake on a free port for one test. */
export async function testLake(options: Partial<LakeOptions> = {}): Promise<Lake> {
  const lake = await startLake({ port: 0, streamPorts: 0, ...options })
  onTestFinished(() => lake.close())
  return lake
}

/** An unmodified client of an editor, or of a visitor if `token` is undefined. */
export function clientOf(lake: Lake, config: ClientConfig = {}): SanityClient {
  return createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    useCdn: false,
    apiHost: lake.url,
    useProjectHostname: false,
    maxRetries: 0,
    token: lake.token,
    ...config,
  })
}

/** Collects the values of an observable; `until` waits for a condition. */
export function collect<T>(observable: Observable<T>) {
  const values: T[] = []
  let failure: unknown
  let wake = () => {}
  const subscription = observable.subscribe({
    next(value) {
      values.push(value)
      wake()
    },
    error(error) {
      failure = error
      wake()
    },
  })
  onTestFinished(() => subscription.unsubscribe())
  return {
    values,
    async until(holds: (values: T[]) => boolean): Promise<T[]> {
      while (!holds(values)) {
        if (failure) throw failure
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return values
    },
    stop: () => subscription.unsubscribe(),
  }
}

/** Reads a response until it contains `until`, then disconnects. */
export async function readUntil(response: Response, until: string): Promise<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes(until)) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`ended before ${JSON.stringify(until)}: ${text}`)
    text += value
  }
  await reader.cancel()
  return text
}

export type StreamEvent = { event: string; id: string; data: Record<string, unknown> }

/** Reads an event stream on its own connection, and can pause reading. */
export function readEvents(url: string, headers: Record<string, string> = {}) {
  const events: StreamEvent[] = []
  let wake = () => {}
  let closed = false
  let rest: string[] = []
  const req = request(url, { headers, agent: false })
  const end = () => {
    closed = true
    wake()
  }
  const response = new Promise<IncomingMessage>((resolve) => req.on('response', resolve))
  void response.then((res) => {
    res.setEncoding('utf8').on('close', end)
    res.on('data', (chunk: string) => {
      rest.push(chunk)
      if (!chunk.includes('\n')) return
      const parts = rest.join('').split('\n\n')
      rest = [parts.pop()!]
      for (const part of parts) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1] ?? ''
        if (field('data'))
          events.push({ event: field('event'), id: field('id'), data: JSON.parse(field('data')) })
      }
      wake()
    })
  })
  req.on('error', end).end()
  return {
    events,
    get closed() {
      return closed
    },
    /** Waits until the condition holds or the stream has ended. */
    async until(holds: (events: StreamEvent[]) => boolean) {
      while (!closed && !holds(events)) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return events
    },
    stop: () => response.then((res) => void res.pause()),
    resume: () => response.then((res) => void res.resume()),
    disconnect: () => void req.destroy(),
  }
}

/** Opens an editor's stream of changes to the documents that match a query. */
export function listenTo(lake: Lake, query: string, lastEventId?: string, params = '') {
  const search = `query=${encodeURIComponent(query)}&includeResult=true&enableResume=true${params}`
  const stream = readEvents(`http://127.0.0.1:${lake.port}/v1/data/listen/production?${search}`, {
    host: `localhost:${lake.port}`,
    authorization: `Bearer ${lake.token}`,
    ...(lastEventId && { 'last-event-id': lastEventId }),
  })
  onTestFinished(() => stream.disconnect())
  return stream
}

/** The field `n` of the documents in mutation events. */
export const resultsOf = (events: StreamEvent[]) =>
  events.filter(({ event }) => event === 'mutation').map(({ data }) => (data.result as { n: number }).n)

export const upTo = (n: number) => Array.from({ length: n }, (_, i) => i)

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

/** Sends a request with exactly these headers; fetch would set Host and Origin itself. */
export function ask(
  lake: Lake,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = request(
      {
        agent: false, // a lake may have been restarted on the same port
        host: '127.0.0.1',
        port: lake.port,
        method,
        path,
        headers: { host: `localhost:${lake.port}`, ...headers },
      },
      (res) => {
        let text = ''
        const done = () => {
          resolve({ status: res.statusCode!, headers: res.headers, body: text })
          req.destroy()
        }
        res
          .setEncoding('utf8')
          .on('data', (chunk) => {
            text += chunk
          })
          .on('end', done)
        if (String(res.headers['content-type']).startsWith('text/event-stream')) done()
      },
    )
    req.on('error', reject)
    req.end(body)
  })
}

/** Signs a browser in with the editor's token; resolves to its cookie. */
export async function signIn(lake: Lake): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return cookieIn(await ask(lake, 'POST', '/', headers, `key=${lake.token}`))
}

/** The cookie in a response. */
export const cookieIn = ({ headers }: Answer): string => String(headers['set-cookie']).split(';')[0]!

/** A seeded random number generator: mulberry32. */
export function seeded(seed: number) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
