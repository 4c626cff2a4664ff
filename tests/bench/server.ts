import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#app/backend/database/database.ts'
import { storeReview } from '#app/backend/reviews/reviews.ts'
import { cpuMsOf, type Load, load, rssMbOf, wrkIsHere } from '#tests/bench/load.ts'
import { type FileServer, nginxIsHere, serveSame } from '#tests/bench/nginx.ts'
import type { Row } from '#tests/bench/table.ts'
import { freePorts } from '#tests/support/ports.ts'
import { descendants, pidOf } from '#tests/support/processes.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { CONTENT_ROUTES } from '#tests/support/routes.ts'

const SITE_FILE = 'app/server/main.ts'
const SECONDS = 5
const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br' }
const PLAN = 'plan-commercial-lead'
const STORM = { perSecond: 20, seconds: 60, visitors: 32, everyMs: 50 }
/** Pages that are not cached, and the visitors of cached ones beside whoever asks for them. */
const UNCACHED = ['/search?q=lead{n}', '/made-up-{n}', '/checkout', '/pricing']
const FLOOD = { connections: 200, seconds: 20, everyMs: 250 }
const DROPPED = 4_000
const REVIEWS = { count: 200, characters: 4_000 }

/** The site against nginx with the same bytes, under attack, and its memory and start. */
export async function measure(): Promise<Row[]> {
  const missing = [nginxIsHere() ? '' : 'nginx libnginx-mod-http-brotli-static', wrkIsHere() ? '' : 'wrk']
  if (missing.some(Boolean)) {
    console.log(`Not measured: the server. It takes apt-get install ${missing.join(' ').trim()}.`)
    return []
  }
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-bench-'))
  const product = await startProduct({ worker: 8, logFile: join(folder, 'log') })
  try {
    const site = { url: product.siteUrl.replace('localhost', '127.0.0.1'), pid: sitePid(product) }
    const picture = /src="(\/media\/[^"?]+)[^"]*"/.exec(await text(`${product.siteUrl}/about-us`))?.[1]
    const asset = /"(\/assets\/[^"]+\.js)"/.exec(await text(`${product.siteUrl}/`))?.[1]
    const paths = [...CONTENT_ROUTES, '/_root.data', '/pricing.data', asset!, picture!]
    for (const path of paths) await text(site.url + path, { ...BROWSER })
    await untilIdle(product)
    const { site: port } = await freePorts(9)
    const nginx = await serveSame(product.siteUrl, paths, port)
    const rows: Row[] = []
    // It takes minutes: each part says when it is done.
    const done = (name: string, measured: Row[]) => {
      rows.push(...measured)
      console.error(
        `${name}: ${measured.map((row) => `${row.name} ${row.measured.toFixed(2)} ${row.unit} ${row.note ?? ''}`).join('; ')}`,
      )
    }
    done('against nginx', await sideBySide(site, nginx, paths).finally(() => nginx.stop()))
    done('memory', await memory(site, paths))
    for (const addresses of [1, 200]) done('flood', await flood(site, addresses))
    done('dropped', [await dropped(site, picture!)])
    done('start', [await firstAnswer(product)])
    done('storm', await storm(product))
    done('reviews', [await weightAfterReviews(product)])
    return rows
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The lake goes on making images after the first visits, with all processors. */
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

/** On a connection of its own: one that is kept while a load runs may just be closed when it is used again. */
const ask = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers: { ...headers, Connection: 'close' } })
const text = async (url: string, headers?: Record<string, string>): Promise<string> =>
  (await ask(url, headers)).text()

async function sideBySide(site: FileServerLike, nginx: FileServer, paths: string[]): Promise<Row[]> {
  const rows: Row[] = []
  const both = async (name: string, on: string[], connections: number, headers: Record<string, string>) => {
    await load(site, on, { connections, seconds: 1, headers }) // warm
    const ours = await load(site, on, { connections, seconds: SECONDS, headers })
    const theirs = await load(nginx, on, { connections, seconds: SECONDS, headers })
    rows.push(...compared(name, ours, theirs))
    return ours
  }
  const front = await both('front page, br, 32 connections', ['/'], 32, BROWSER)
  rows.push({ name: '  99th percentile', measured: front.p99Ms, unit: 'ms', goal: 10 })
  await both('all pages, data, asset, picture, br, 32', paths, 32, { ...BROWSER, Accept: 'image/avif' })
  const etag = (await fetch(`${site.url}/`, { headers: BROWSER })).headers.get('etag') ?? ''
  const known = await load(site, ['/'], {
    connections: 32,
    seconds: SECONDS,
    headers: { ...BROWSER, 'If-None-Match': etag },
  })
  rows.push({ name: 'front page, 304, 32: CPU', measured: known.cpuUs, unit: 'µs' })
  return rows
}

type FileServerLike = Pick<FileServer, 'url' | 'pid'>

const compared = (name: string, ours: Load, theirs: Load): Row[] => [
  {
    name: `${name}: CPU`,
    measured: ours.cpuUs,
    unit: 'µs',
    goal: Number((3 * theirs.cpuUs).toFixed(1)),
    note: `nginx ${theirs.cpuUs.toFixed(1)} µs${ours.errors ? `, ${ours.errors} errors` : ''}`,
  },
  {
    name: `${name}: nginx’s requests/s ÷ ours`,
    measured: theirs.perSecond / ours.perSecond,
    unit: '×',
    goal: 3,
    note: `${Math.round(ours.perSecond)} and ${Math.round(theirs.perSecond)} a second`,
  },
]

/** 100,000 mixed requests, and what the last half of them added. */
async function memory(site: FileServerLike, paths: string[]): Promise<Row[]> {
  let sent = 0
  let half: { rss: number; sent: number } | undefined
  for (let round = 0; sent < 100_000; round++) {
    const made = Array.from({ length: 50 }, (_, index) => `/made-up-${round}-${index}`)
    const on =
      round % 5 === 4
        ? [...made, '/checkout']
        : [...paths, '/?utm_source=x', '/pricing.data?_routes=routes%2F%24slug']
    const headers = { 'Accept-Encoding': ['br', 'gzip', 'identity'][round % 3]!, Accept: 'image/avif' }
    sent += (await load(site, on, { connections: 32, seconds: 1, headers })).requests
    if (!half && sent >= 50_000) half = { rss: rssMbOf(site.pid), sent }
  }
  await pause(2_000)
  const rss = rssMbOf(site.pid)
  const growth = half ? ((rss - half.rss) / (sent - half.sent)) * 10_000 : 0
  return [
    { name: `RSS after ${sent} mixed requests`, measured: rss, unit: 'MB', goal: 250 },
    { name: '  growth per 10,000', measured: Math.max(0, growth), unit: 'MB', goal: 1 },
  ]
}

/** Publishes without pause while visitors read: what the slowest of a hundred waits. */
async function storm({ editor, siteUrl }: Product): Promise<Row[]> {
  const original = (await editor.getDocument(PLAN))!
  const waits: number[] = []
  const failed: number[] = []
  const ending = performance.now() + STORM.seconds * 1_000
  const visitors = Array.from({ length: STORM.visitors }, async (_, index) => {
    for (let turn = index; performance.now() < ending; turn++) {
      const from = performance.now()
      const answer = await fetch(siteUrl + CONTENT_ROUTES[turn % CONTENT_ROUTES.length]!, {
        headers: BROWSER,
      })
      await answer.arrayBuffer()
      waits.push(performance.now() - from)
      if (answer.status !== 200) failed.push(answer.status)
      await pause(STORM.everyMs)
    }
  })
  let published = 0
  const publishing = (async () => {
    while (performance.now() < ending) {
      const next = pause(1_000 / STORM.perSecond)
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
  return [
    {
      name: `storm of ${STORM.perSecond} publishes a second, 99th percentile`,
      measured: sorted[Math.floor(sorted.length * 0.99)]!,
      unit: 'ms',
      goal: 100,
      note,
    },
  ]
}

/** Visitors of a cached page, on new connections from another address than the clients that ask for uncached pages. */
async function flood(site: FileServerLike, addresses: number): Promise<Row[]> {
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

/** How long a new client waits for the first byte, in ms; Infinity if it is refused. */
function visit(url: string, path: string): Promise<number> {
  const since = performance.now()
  return new Promise((resolve) => {
    const request = get(
      `${url}${path}`,
      { agent: false, localAddress: '127.0.9.9', timeout: 60_000 },
      (answer) => {
        resolve(answer.statusCode === 200 ? performance.now() - since : Number.POSITIVE_INFINITY)
        answer.resume()
      },
    )
    request.on('error', () => resolve(Number.POSITIVE_INFINITY))
  })
}

/** Clients that ask for made-up image sizes and hang up at once, from ten addresses. */
async function dropped(site: FileServerLike, picture: string): Promise<Row> {
  const sizes = [`${picture}?w=4{n}&rect=0,0,{n},{n}`]
  const attack = spawn(process.execPath, [FLOOD_FILE, site.url, String(DROPPED), '10', 'drop', ...sizes])
  const over = once(attack, 'exit')
  let isOver = false
  void over.then(() => {
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

/** The front page's weight must not depend on posted reviews. They are stored in the backend's database directly. */
async function weightAfterReviews({ siteUrl, dataDir }: Product): Promise<Row> {
  await postReviews(dataDir)
  const hasArrived = async () => (await (await ask(`${siteUrl}/reviews`)).text()).includes('bench-review')
  while (!(await hasArrived())) await pause(200)
  await pause(2_000)
  const { headers } = await ask(siteUrl, BROWSER)
  return {
    name: `front page after ${REVIEWS.count} reviews of ${REVIEWS.characters} characters`,
    measured: Number(headers.get('Content-Length')) / 1024,
    unit: 'KB br',
    goal: 30,
  }
}

async function postReviews(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir, log: () => {} })
  for (let n = 0; n < REVIEWS.count; n++) {
    const words = randomBytes(REVIEWS.characters / 2)
      .toString('hex')
      .replace(/.{7}/g, '$& ')
    const reviewDescription = words.slice(0, REVIEWS.characters)
    const names = { firstName: 'bench-review', lastName: String(n), companyName: '', jobTitle: '' }
    await storeReview(db, { ...names, reviewDescription, rating: 5, date: new Date().toISOString() })
  }
  await db.destroy()
}

/** The site's process alone is started anew by its supervisor. */
async function firstAnswer(product: Product): Promise<Row> {
  const before = sitePid(product)
  process.kill(before, 'SIGKILL')
  while (
    !descendants(product.child.pid!).some(({ pid, command }) => pid !== before && command.includes(SITE_FILE))
  )
    await pause(2)
  const since = performance.now()
  while ((await fetch(product.siteUrl).catch(() => undefined))?.status !== 200) await pause(2)
  return {
    name: 'first 200 after the process starts',
    measured: performance.now() - since,
    unit: 'ms',
    goal: 1_200,
    note: `${cpuMsOf(sitePid(product))} ms of CPU`,
  }
}
