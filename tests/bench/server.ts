import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { cpuMsOf, isWrkInstalled, load, rssMbOf } from '#tests/bench/load.ts'
import { type FileServer, isNginxInstalled, startNginx } from '#tests/bench/nginx.ts'
import type { Row } from '#tests/bench/table.ts'
import { freePorts } from '#tests/support/ports.ts'
import { descendants, pidOf } from '#tests/support/processes.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { CONTENT_ROUTES } from '#tests/support/routes.ts'

const SITE_FILE = 'app/server/main.ts'
const SECONDS = 5
const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br' }
const PLAN = 'plan-commercial-lead'
const PUBLISHING = { perSecond: 20, seconds: 60, visitors: 32, everyMs: 50 }
/** Pages that the site does not cache. */
const UNCACHED = ['/search?q=lead{n}', '/made-up-{n}', '/checkout', '/pricing']
const FLOOD = { connections: 200, seconds: 20, everyMs: 250 }
const DROPPED = 4_000

type ServerProcess = Pick<FileServer, 'url' | 'pid'>

/** Compares the site with nginx, and measures it under attack, its memory, and publishes under load. */
export async function measure(): Promise<Row[]> {
  const missing = [
    isNginxInstalled() ? '' : 'nginx libnginx-mod-http-brotli-static',
    isWrkInstalled() ? '' : 'wrk',
  ]
  if (missing.some(Boolean)) {
    console.log(`Not measured: the server. Run apt-get install ${missing.join(' ').trim()}.`)
    return []
  }
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-bench-'))
  const product = await startProduct({ worker: 8, logFile: join(folder, 'log') })
  try {
    const site = { url: product.siteUrl.replace('localhost', '127.0.0.1'), pid: sitePid(product) }
    const image = /src="(\/media\/[^"?]+)[^"]*"/.exec(await text(`${product.siteUrl}/about-us`))?.[1]
    const paths = [...CONTENT_ROUTES, '/_root.data', '/pricing.data', image!]
    for (const path of paths) await text(site.url + path, { ...BROWSER })
    await untilIdle(product)
    const { site: port } = await freePorts(9)
    const nginx = await startNginx(product.siteUrl, port)
    const rows = await compareWithNginx(site, nginx).finally(() => nginx.stop())
    rows.push(await memory(site, paths))
    for (const addresses of [1, 200]) rows.push(...(await flood(site, addresses)))
    rows.push(await dropConnections(site, image!), await publishUnderLoad(product))
    return rows
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** After the first visits, the lake still resizes images on all cores. */
async function untilIdle({ child }: Product): Promise<void> {
  const cpuMs = () => descendants(child.pid!).reduce((sum, { pid }) => sum + cpuMsOf(pid), 0)
  for (let before = cpuMs(), idleS = 0; idleS < 3; ) {
    await pause(1_000)
    const now = cpuMs()
    idleS = now - before < 50 ? idleS + 1 : 0
    before = now
  }
}

const FLOOD_FILE = join(import.meta.dirname, 'flood.ts')
const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0

const sitePid = (product: Product): number => pidOf(product, SITE_FILE)

/** Uses a new connection, because the server may close a reused one. */
const request = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers: { ...headers, Connection: 'close' } })
const text = async (url: string, headers?: Record<string, string>): Promise<string> =>
  (await request(url, headers)).text()

async function compareWithNginx(site: ServerProcess, nginx: FileServer): Promise<Row[]> {
  const options = { connections: 32, seconds: SECONDS, headers: BROWSER }
  await load(site, ['/'], { ...options, seconds: 1 }) // warm
  const ours = await load(site, ['/'], options)
  const theirs = await load(nginx, ['/'], options)
  return [
    {
      name: 'front page, br, 32 connections: CPU',
      measured: ours.cpuUs,
      unit: 'µs',
      goal: Number((3 * theirs.cpuUs).toFixed(1)),
      note: `nginx ${theirs.cpuUs.toFixed(1)} µs${ours.errors ? `, ${ours.errors} errors` : ''}`,
    },
    { name: '  99th percentile', measured: ours.p99Ms, unit: 'ms', goal: 10 },
  ]
}

async function memory(site: ServerProcess, paths: string[]): Promise<Row> {
  let sent = 0
  for (let round = 0; sent < 100_000; round++) {
    const missing = Array.from({ length: 50 }, (_, index) => `/made-up-${round}-${index}`)
    const on =
      round % 5 === 4
        ? [...missing, '/checkout']
        : [...paths, '/?utm_source=x', '/pricing.data?_routes=routes%2F%24slug']
    const headers = { 'Accept-Encoding': ['br', 'gzip', 'identity'][round % 3]!, Accept: 'image/avif' }
    sent += (await load(site, on, { connections: 32, seconds: 1, headers })).requests
  }
  await pause(2_000)
  return { name: `RSS after ${sent} mixed requests`, measured: rssMbOf(site.pid), unit: 'MB', goal: 250 }
}

/** Publishes many times a second while visitors read. */
async function publishUnderLoad({ editor, siteUrl }: Product): Promise<Row> {
  const original = (await editor.getDocument(PLAN))!
  const waits: number[] = []
  const failed: number[] = []
  const ending = performance.now() + PUBLISHING.seconds * 1_000
  const visitors = Array.from({ length: PUBLISHING.visitors }, async (_, index) => {
    for (let turn = index; performance.now() < ending; turn++) {
      const from = performance.now()
      const answer = await fetch(siteUrl + CONTENT_ROUTES[turn % CONTENT_ROUTES.length]!, {
        headers: BROWSER,
      })
      await answer.arrayBuffer()
      waits.push(performance.now() - from)
      if (answer.status !== 200) failed.push(answer.status)
      await pause(PUBLISHING.everyMs)
    }
  })
  let published = 0
  const publishing = (async () => {
    while (performance.now() < ending) {
      const next = pause(1_000 / PUBLISHING.perSecond)
      await editor
        .patch(PLAN)
        .set({ price: 1_000 + published++ })
        .commit()
      await next
    }
  })()
  await Promise.all([...visitors, publishing])
  await editor.createOrReplace(original)
  const sorted = waits.toSorted((a, b) => a - b)
  const note = `${published} publishes, ${waits.length} answers, ${failed.length} failed, median ${sorted[sorted.length >> 1]!.toFixed(1)} ms`
  return {
    name: `${PUBLISHING.perSecond} publishes a second: 99th percentile of a visitor`,
    measured: sorted[Math.floor(sorted.length * 0.99)]!,
    unit: 'ms',
    goal: 100,
    note,
  }
}

/** Visits a cached page from another address while clients request uncached pages. */
async function flood(site: ServerProcess, addresses: number): Promise<Row[]> {
  const attack = spawn(
    process.execPath,
    [FLOOD_FILE, site.url, String(FLOOD.connections), String(addresses), 'wait', ...UNCACHED],
    { stdio: 'inherit' },
  )
  await pause(3_000)
  const visits: Promise<number>[] = []
  const checks: Promise<number>[] = []
  const ending = performance.now() + FLOOD.seconds * 1_000
  while (performance.now() < ending) {
    visits.push(visit(site.url, '/pricing'))
    if (visits.length % 4 === 0) checks.push(visit(site.url, '/readyz'))
    await pause(FLOOD.everyMs)
  }
  const [waits, readyWaits] = [await Promise.all(visits), await Promise.all(checks)]
  attack.kill()
  await once(attack, 'exit')
  const name = `${FLOOD.connections} connections ask for uncached pages, from ${addresses} address${addresses > 1 ? 'es' : ''}`
  return [
    { name: `${name}: a visitor’s p95`, measured: percentile(waits, 0.95), unit: 'ms', goal: 500 },
    { name: '  /readyz, slowest', measured: Math.max(...readyWaits), unit: 'ms', goal: 1_000 },
  ]
}

/** Returns the ms until a new client gets the first byte; Infinity if it is refused. */
function visit(url: string, path: string): Promise<number> {
  const since = performance.now()
  return new Promise((resolve) => {
    const sent = get(
      `${url}${path}`,
      { agent: false, localAddress: '127.0.9.9', timeout: 60_000 },
      (answer) => {
        resolve(answer.statusCode === 200 ? performance.now() - since : Number.POSITIVE_INFINITY)
        answer.resume()
      },
    )
    sent.on('error', () => resolve(Number.POSITIVE_INFINITY))
  })
}

/** Clients at ten addresses request new image sizes and disconnect at once. */
async function dropConnections(site: ServerProcess, image: string): Promise<Row> {
  const sizes = [`${image}?w=4{n}&rect=0,0,{n},{n}`]
  const attack = spawn(process.execPath, [FLOOD_FILE, site.url, String(DROPPED), '10', 'drop', ...sizes])
  let isOver = false
  attack.once('exit', () => {
    isOver = true
  })
  const waits: number[] = []
  while (!isOver) {
    waits.push(await visit(site.url, '/pricing'))
    await pause(100)
  }
  return {
    name: `${DROPPED} connections dropped while images are made: visitors refused`,
    measured: waits.filter((ms) => !Number.isFinite(ms)).length,
    unit: '',
    goal: 0,
    note: `of ${waits.length}`,
  }
}
