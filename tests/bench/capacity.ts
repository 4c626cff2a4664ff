import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import { childEnvironment, SMALL_HEAP } from '#app/server/process/child-environment.ts'
import { cpuMsOf, isWrkInstalled, load, peakRssMbOf, rssMbOf } from '#tests/bench/load.ts'
import type { Row } from '#tests/bench/table.ts'
import { enquiryFields } from '#tests/support/enquiry-form.ts'
import { fetchPage, planCookie, SAME_ORIGIN_HEADERS, until } from '#tests/support/http.ts'
import { freePort, freePorts } from '#tests/support/ports.ts'
import { descendants, pidOf, run } from '#tests/support/processes.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { CONTENT_ROUTES } from '#tests/support/routes.ts'

const VARNISH = '/usr/sbin/varnishd'
const root = join(import.meta.dirname, '../..')
const VCL = join(root, 'app/server/operations/varnish.vcl')
const SECONDS = 10
const CONNECTIONS = 32
/** Visitors who buy or ask at the same time. */
const VISITORS = 16
const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br' }
const SEARCHES = Array.from({ length: 500 }, (_, n) => `/search?q=lead+${n}`)
const PLANS = ['plan-pro-closer', 'plan-starter-edge', 'plan-elite-access', 'plan-commercial-lead']
const BUDGETS = Object.fromEntries(
  ['POSTS_PER_MINUTE', 'READS_PER_MINUTE', 'CHECKOUT_PER_MINUTE', 'PER_MINUTE', 'PER_HOUR'].map((name) => [
    `BUDGET_${name}`,
    '100000000',
  ]),
)
const PROCESSES = {
  site: 'app/server/main.ts',
  backend: 'app/backend/main.ts',
  lake: 'studio/serve/main.ts',
}

/** `url`: the visitors' address. `pid`: the process that answers there. `pids`: all processes, without their children. */
type Target = { url: string; pid: number; pids: number[]; product: Product }
/** Events per second; `note` says what else was seen. */
type Measured = { perSecond: number; note: string }

/** Measures one copy on SQLite, and two copies on PostgreSQL behind Varnish, in turn. */
export async function measure(): Promise<Row[]> {
  const missing = [existsSync(VARNISH) ? '' : 'varnish', isWrkInstalled() ? '' : 'wrk'].filter(Boolean)
  // Without fsync, PostgreSQL would acknowledge orders that it has not stored.
  const postgres = await startPostgres({ fsync: 'on' })
  await using running = new AsyncDisposableStack()
  running.defer(postgres.stop)
  if (missing.length > 0 || !postgres.url) {
    console.log(`Not measured: the capacity. Run apt-get install ${[...missing, 'postgresql'].join(' ')}.`)
    return []
  }
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-bench-'))
  running.defer(() => rmSync(folder, { recursive: true, force: true }))
  process.env.TEST_IMAGE_CACHE = join(folder, 'images') // only the first lake makes the images
  const env = { ...BUDGETS, TRUST_PROXY: '1' }
  const product = await startProduct({ worker: 8, logFile: join(folder, 'one.log'), env })
  running.defer(async () => void (await product.stop()))
  const url = product.siteUrl.replace('localhost', '127.0.0.1')
  const one = { url, pid: pidOf(product, PROCESSES.site), pids: [product.child.pid!], product }
  const memory = processesOf(product).map(([name, pid]) => ({ name, pid, idle: rssMbOf(pid), warm: 0 }))
  await warmUp(one)
  for (const process of memory) process.warm = rssMbOf(process.pid)
  const two = await startTwoCopies(postgres.url, folder, running)
  await warmUp(two)
  const rows: Row[] = []
  for (const [name, measureOn] of Object.entries(MEASUREMENTS))
    rows.push(...compared(name, await measureOn(one), await measureOn(two)))
  const memoryRows = memory.map(({ name, pid, idle, warm }) => ({
    name: `RSS of the ${name}, highest under load`,
    measured: peakRssMbOf(pid),
    unit: 'MB',
    note: `${Math.round(idle)} MB after the start, ${Math.round(warm)} MB with all pages cached`,
  }))
  return [...rows, ...memoryRows]
}

const MEASUREMENTS: Record<string, (target: Target) => Promise<Measured>> = {
  'cached pages': (target) => requests(target, CONTENT_ROUTES),
  'uncached pages (search)': (target) => requests(target, SEARCHES),
  'publishes that a visitor then sees': publishes,
  'orders, created and captured': orders,
  enquiries,
}

const compared = (name: string, one: Measured, two: Measured): Row[] => [
  { name: `${name}: one copy`, measured: one.perSecond, unit: '/s', note: one.note },
  {
    name: '  two copies behind Varnish, PostgreSQL',
    measured: two.perSecond,
    unit: '/s',
    note: `${(two.perSecond / one.perSecond).toFixed(2)} × one copy, all on ${availableParallelism()} cores; ${two.note}`,
  },
]

/** The processes of one copy and its lake, by name. */
const processesOf = (product: Product): [string, number][] => [
  ...Object.entries(PROCESSES).map(([name, file]): [string, number] => [name, pidOf(product, file)]),
  ['supervisor', product.child.pid!],
]

/** Two copies of site and backend on one lake. Posts of a visitor go to one copy, because test payments are stored there. */
async function startTwoCopies(
  databaseUrl: string,
  folder: string,
  running: AsyncDisposableStack,
): Promise<Target> {
  const address = `127.0.0.1:${await freePort()}`
  const url = `http://${address}`
  const env = {
    ...BUDGETS,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'one secret for all copies of the site',
    TRUST_PROXY: '2',
    CDN_PURGE_URL: `${url}/`,
    CDN_PURGE_TOKEN: 'choose-a-word',
  }
  const [first, ports] = [await freePorts(9), await freePorts(10)]
  const vcl = join(folder, 'two-copies.vcl')
  writeFileSync(vcl, vclFor([first.site, ports.site]))
  const flags = ['-j', 'none', '-F', '-n', join(folder, 'varnish'), '-f', vcl, '-a', address]
  const varnish = run([...flags, '-p', 'http_gzip_support=off'], {}, { command: VARNISH })
  running.defer(async () => void (await varnish.stop()))
  const product = await startProduct({ worker: 9, logFile: join(folder, 'two.log'), env })
  running.defer(async () => void (await product.stop()))
  const second = (file: string) => {
    const copy = run([...SMALL_HEAP, file], {
      ...childEnvironment(root),
      ...env,
      NODE_ENV: 'production',
      PORT: String(ports.site),
      METRICS_PORT: String(ports.metrics),
      HOST_PORT: String(ports.host),
      STUDIO_PORT: new URL(product.studioUrl).port,
      DATA_DIR: join(folder, 'second-copy'),
      HOST_SIGNED_ONLY: '1',
    })
    running.defer(async () => void (await copy.stop()))
    return copy.child.pid!
  }
  const backend = second(PROCESSES.backend)
  await untilReady(`http://localhost:${ports.host}/healthz`)
  const site = second(PROCESSES.site)
  await untilReady(`http://localhost:${ports.site}/readyz`)
  await untilReady(`${url}/readyz`)
  const pid = varnish.child.pid!
  return { url, pid, pids: [product.child.pid!, backend, site, pid], product }
}

/** CPU time of all processes. */
const cpuMs = ({ pids }: Target): number =>
  pids
    .flatMap((pid) => [pid, ...descendants(pid).map((child) => child.pid)])
    .reduce((sum, pid) => sum + cpuMsOf(pid), 0)

const untilReady = (url: string) =>
  until(
    async () => (await fetch(url).catch(() => undefined))?.ok,
    (ok) => ok === true,
    { withinMs: 120_000, everyMs: 100 },
  )

/** The product's configuration of Varnish, with two backends. */
const vclFor = (ports: number[]): string =>
  readFileSync(VCL, 'utf8')
    .replace('import std;', 'import std;\nimport directors;')
    .replace(
      /backend site \{[^}]*\}/,
      `${ports.map((port, n) => `backend copy${n} { .host = "127.0.0.1"; .port = "${port}"; }`).join('\n')}
sub vcl_init {
  new any = directors.round_robin();
  new own = directors.hash();
${ports.map((_, n) => `  any.add_backend(copy${n}); own.add_backend(copy${n}, 1.0);`).join('\n')}
}`,
    )
    .replace(
      'sub vcl_recv {',
      `sub vcl_recv {
  set req.backend_hint = any.backend();
  if (req.method == "POST") { set req.backend_hint = own.backend(req.http.X-Forwarded-For); }`,
    )

/** Requests every page and its images several times, so that each copy has them. */
async function warmUp({ url, pid, product }: Target): Promise<void> {
  for (const path of [...CONTENT_ROUTES, '/checkout', '/search?q=lead']) {
    const { html } = await fetchPage(product.siteUrl + path)
    for (const [, image] of html.matchAll(/\ssrc="(\/media\/[^"]+)"/g))
      await fetchPage(product.siteUrl + image!.replaceAll('&amp;', '&'), { Accept: 'image/avif' })
  }
  await load({ url, pid }, CONTENT_ROUTES, { connections: 4, seconds: 1, headers: BROWSER })
}

/** CPU time does not depend on other work on the machine. */
const perEvent = (target: Target, before: number, count: number): string =>
  `${Number(((cpuMs(target) - before) / Math.max(1, count)).toPrecision(2))} ms CPU each`

async function requests(target: Target, paths: string[]): Promise<Measured> {
  await load(target, paths, { connections: CONNECTIONS, seconds: 2, headers: BROWSER })
  const before = cpuMs(target)
  const measured = await load(target, paths, { connections: CONNECTIONS, seconds: SECONDS, headers: BROWSER })
  const { requests, perSecond, p99Ms, errors } = measured
  const cpu = perEvent(target, before, requests)
  return { perSecond, note: `${cpu}, 99th percentile ${p99Ms.toFixed(1)} ms, ${errors} errors` }
}

/** Repeats `work` for several clients at once. `work` resolves to undefined, or to the reason of a failure. */
async function repeat(
  target: Target,
  clients: number,
  work: (client: number, n: number) => Promise<string | undefined>,
): Promise<Measured> {
  const before = cpuMs(target)
  const from = performance.now()
  const times: number[] = []
  const failures: string[] = []
  const client = async (_: unknown, index: number) => {
    for (let n = 0; performance.now() - from < SECONDS * 1_000; n++) {
      const began = performance.now()
      const failure = await work(index, n).catch(String)
      if (failure === undefined) times.push(performance.now() - began)
      else failures.push(failure)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - from) / 1_000
  const median = times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN
  const cpu = perEvent(target, before, times.length)
  const failed = `${failures.length} failed${failures[0] ? ` (${failures[0].slice(0, 120)})` : ''}`
  return { perSecond: times.length / seconds, note: `${cpu}, median ${Math.round(median)} ms, ${failed}` }
}

/** Editors each publish the price of another plan, and publish the next one when a visitor sees it. */
async function publishes(target: Target): Promise<Measured> {
  const { editor } = target.product
  const originals = await Promise.all(PLANS.map((id) => editor.getDocument(id)))
  const measured = await repeat(target, PLANS.length, async (index, n) => {
    const price = 10_000 * (index + 1) + n
    await editor.patch(PLANS[index]!).set({ price }).commit()
    const shown = `$${price.toLocaleString('en')}`
    await until(
      async () => (await fetchPage(`${target.url}/pricing`)).html,
      (html) => html.includes(shown),
    )
    return undefined
  })
  for (const original of originals) await editor.createOrReplace(original!)
  return measured
}

const headersOf = (client: number, cookies: string[] = []) => ({
  ...SAME_ORIGIN_HEADERS,
  Accept: 'application/json',
  'X-Forwarded-For': `203.0.113.${client + 1}`,
  Cookie: cookies.join('; '),
})

async function orders(target: Target): Promise<Measured> {
  const post = async (client: number, cookies: string[], path: string, body: URLSearchParams | string) => {
    const type = typeof body === 'string' ? { 'Content-Type': 'application/json' } : undefined
    const headers = { ...headersOf(client, cookies), ...type }
    const answer = await fetch(target.url + path, { method: 'POST', headers, body, redirect: 'manual' })
    const set = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!)
    return { set, text: await answer.text() }
  }
  const plan = planCookie('pro-closer')
  const details = await Promise.all(
    Array.from({ length: VISITORS }, async (_, client) => {
      const where = { phone: '302 555 0100', city: 'Dover', state: 'DE', address: '1 Main St' }
      const fields = { firstName: 'Ann', lastName: 'Lee', email: `buyer-${client}@example.com`, ...where }
      return (await post(client, [plan], '/checkout', new URLSearchParams(fields))).set
    }),
  )
  return repeat(target, VISITORS, async (client) => {
    const cookies = [plan, ...details[client]!]
    const created = await post(client, cookies, '/checkout/order', new URLSearchParams())
    const id = /"id":"(\w+)"/.exec(created.text)?.[1]
    if (!id) return created.text
    await post(client, [], `/test-payments/orders/${id}/approve`, '{"outcome":"approve"}')
    const paid = await post(
      client,
      [...cookies, ...created.set],
      '/checkout/capture',
      new URLSearchParams({ orderID: id }),
    )
    return paid.text.includes('"success"') ? undefined : paid.text
  })
}

async function enquiries(target: Target): Promise<Measured> {
  const { url } = target
  const { html } = await fetchPage(`${url}/contact-us`)
  return repeat(target, VISITORS, async (client, n) => {
    const typed = { firstName: 'Ann', lastName: 'Lee', phone: '302 555 0100' }
    const fields = enquiryFields(html, { ...typed, email: `visitor-${client}-${n}@example.com` })
    const headers = headersOf(client)
    const body = new URLSearchParams(fields)
    const answer = await fetch(`${url}/contact-us.data`, { method: 'POST', headers, body })
    const text = await answer.text()
    return answer.ok && text.includes('"ok",true') ? undefined : `${answer.status} ${text}`
  })
}
