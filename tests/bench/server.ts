import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEnv } from '#app/env.server.ts'
import { BUNDLED_SITE } from '#app/server/build.ts'
import { log } from '#app/server/log.ts'
import { createMedia } from '#app/server/media/media.ts'
import { createMetrics } from '#app/server/metrics.ts'
import { renderer } from '#app/server/render-page.ts'
import { startServices } from '#app/server/services.ts'
import { cpuMsOf, type Load, load, rssMbOf, untilCompressed, wrkIsHere } from '#tests/bench/load.ts'
import { type FileServer, nginxIsHere, serveSame } from '#tests/bench/nginx.ts'
import type { Row } from '#tests/bench/table.ts'
import { freePorts } from '#tests/support/ports.ts'
import { descendants, pidOf } from '#tests/support/processes.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { CONTENT_ROUTES } from '#tests/support/routes.ts'

const SECONDS = 5
const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br' }
const PLAN = 'plan-commercial-lead'
const STORM = { perSecond: 20, seconds: 60, visitors: 32, everyMs: 50 }
const PAGES = [17, 500, 5_000]
const RENDERINGS = 300

/** The site against nginx with the same bytes, and against its own goals (issue I, "Server"). */
export async function measure(): Promise<Row[]> {
  const missing = [nginxIsHere() ? '' : 'nginx libnginx-mod-http-brotli-static', wrkIsHere() ? '' : 'wrk']
  if (missing.some(Boolean)) {
    console.log(`Not measured: the server. It takes apt-get install ${missing.join(' ').trim()}.`)
    return []
  }
  const product = await startProduct({ worker: 8 })
  try {
    const site = { url: product.siteUrl.replace('localhost', '127.0.0.1'), pid: sitePid(product) }
    const picture = /src="(\/media\/[^"?]+)[^"]*"/.exec(await text(`${product.siteUrl}/about-us`))?.[1]
    const asset = /"(\/assets\/[^"]+\.js)"/.exec(await text(`${product.siteUrl}/`))?.[1]
    const paths = [...CONTENT_ROUTES, '/_root.data', '/pricing.data', asset!, picture!]
    for (const path of paths) await text(site.url + path, { ...BROWSER })
    await untilCompressed()
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
    done('rendering', [await miss(product)])
    done('start', [await firstAnswer(product)])
    done('storm', await storm(product))
    done('growth', await growth(product, { ...site, pid: sitePid(product) }))
    return rows
  } finally {
    await product.stop()
  }
}

const sitePid = (product: Product): number => pidOf(product, BUNDLED_SITE)

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
  await both('front page, gzip, 32', ['/'], 32, { 'Accept-Encoding': 'gzip' })
  for (const connections of [1, 256])
    await both(`front page, br, ${connections}`, ['/'], connections, BROWSER)
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
    goal: Number((2 * theirs.cpuUs).toFixed(1)),
    note: `nginx ${theirs.cpuUs.toFixed(1)} µs${ours.errors ? `, ${ours.errors} errors` : ''}`,
  },
  {
    name: `${name}: nginx’s requests/s ÷ ours`,
    measured: theirs.perSecond / ours.perSecond,
    unit: '×',
    goal: 2,
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
    { name: `RSS after ${sent} mixed requests`, measured: rss, unit: 'MB', goal: 150 },
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

/** The same load over more and more pages. */
async function growth({ editor, siteUrl }: Product, site: FileServerLike): Promise<Row[]> {
  const rows: Row[] = []
  const [{ _id, _rev, _createdAt, _updatedAt, ...article } = {} as Record<string, unknown>] =
    await editor.fetch<Record<string, unknown>[]>(
      '*[_type == "article" && !(_id in path("drafts.**"))][0...1]',
    )
  const slugs: string[] = []
  for (const pages of PAGES) {
    while (slugs.length + CONTENT_ROUTES.length < pages) {
      const transaction = editor.transaction()
      for (let n = 0; n < 250 && slugs.length + CONTENT_ROUTES.length < pages; n++) {
        const slug = `bench-${slugs.length}`
        slugs.push(slug)
        transaction.create({
          ...article,
          _type: 'article',
          _id: slug,
          title: `Bench ${slug}`,
          slug: { current: slug },
        })
      }
      await transaction.commit({ visibility: 'async' })
    }
    const paths = [...CONTENT_ROUTES, ...slugs.map((slug) => `/resources/${slug}`)]
    const last = siteUrl + paths.at(-1)
    while ((await ask(last)).status !== 200) await pause(100)
    for (let at = 0; at < paths.length; at += 16)
      await Promise.all(paths.slice(at, at + 16).map((path) => text(site.url + path, BROWSER)))
    const { threadUs, cpuUs, perSecond, errors } = await load(site, paths, {
      connections: 32,
      seconds: SECONDS,
      headers: BROWSER,
    })
    rows.push({
      name: `${paths.length} pages, 32: CPU of the thread that answers`,
      measured: threadUs,
      unit: 'µs',
      note: `${Math.round(perSecond)} a second, ${errors} errors, RSS ${Math.round(rssMbOf(site.pid))} MB; with the pages that are compressed beside it ${Math.round(cpuUs)} µs`,
    })
  }
  return rows
}

/** Rendering alone, in this process, over content that is at hand. */
async function miss({ studioUrl, siteUrl }: Product): Promise<Row> {
  const own = mkdtempSync(join(tmpdir(), 'keyturn-miss-'))
  const env = parseEnv({
    NODE_ENV: 'production',
    STUDIO_PORT: new URL(studioUrl).port,
    SITE_URL: siteUrl,
    DATA_DIR: own,
    HOST_URL: 'http://localhost:9',
  })
  const { services, stop } = await startServices(env, createMetrics(), createMedia({ env, log }))
  while (!services.content.isLive()) await pause(100)
  const build = await import('#build/server/index.js')
  const render = renderer(build, services, 'production')
  const front = () => render({ path: '/', plan: null }, 'bench')
  const { status } = await front()
  if (status !== 200) throw new Error(`the front page is answered ${status}`)
  for (let n = 0; n < RENDERINGS; n++) await front()
  const before = process.cpuUsage()
  for (let n = 0; n < RENDERINGS; n++) await front()
  const { user, system } = process.cpuUsage(before)
  stop()
  rmSync(own, { recursive: true, force: true })
  return {
    name: 'front page rendered: CPU',
    measured: (user + system) / 1_000 / RENDERINGS,
    unit: 'ms',
    goal: 1,
  }
}

/** The site's process alone is started anew by its supervisor. */
async function firstAnswer(product: Product): Promise<Row> {
  const before = sitePid(product)
  process.kill(before, 'SIGKILL')
  while (
    !descendants(product.child.pid!).some(
      ({ pid, command }) => pid !== before && command.includes(BUNDLED_SITE),
    )
  )
    await pause(2)
  const since = performance.now()
  while ((await fetch(product.siteUrl).catch(() => undefined))?.status !== 200) await pause(2)
  return {
    name: 'first 200 after the process starts',
    measured: performance.now() - since,
    unit: 'ms',
    goal: 700,
    note: `${cpuMsOf(sitePid(product))} ms of CPU`,
  }
}
