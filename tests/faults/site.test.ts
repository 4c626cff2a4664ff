import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { NOT_SENT, SENT } from '#app/contact/enquiry-form.ts'
import { createHost } from '#app/host/client.server.ts'
import { childEnvironment, SMALL_HEAP } from '#app/server/process/child-environment.ts'
import { testGeneratedBodies } from '#tests/faults/generated.ts'
import { startLoad } from '#tests/faults/load.ts'
import { soak } from '#tests/faults/soak.ts'
import { type Fault, type FaultProxy, faultProxy } from '#tests/support/fault-proxy.ts'
import { enquiryFields, type Fields, postEnquiry } from '#tests/support/plain-form.ts'
import { freePorts } from '#tests/support/ports.ts'
import { type Running, run } from '#tests/support/processes.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { FROM_OWN_PAGE, read, until } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'
import { rows } from '#tests/support/rows.ts'

// Issue J, "Faults": a site whose ways to lake and host fail in the ways in which networks do.
vi.setConfig({ testTimeout: 1_800_000 })

const LAKE_FAULTS: Fault[] = ['slow', 'hang', 'reset', 'cut', '500', 'garbage', 'down']
const PAGES_OF_A_FAULT = 1_500
const STOPS = 20
const KILLS = 100
const REQUESTS = 100_000
const IN_FLIGHT = 16
const ENQUIRIES = 4
const PATIENCE = { timeout: 60_000, interval: 50 }
const PLAN = 'plan-commercial-lead'

let product: Product
let lake: FaultProxy
let host: FaultProxy
let site: Running
let siteUrl: string
/** Without the proxy before it. */
let hostUrl: string
let dataDir: string
let env: Record<string, string>

beforeAll(async () => {
  product = await startProduct({
    worker: 31,
    env: { BUDGET_PER_MINUTE: '1000000', BUDGET_PER_HOUR: '1000000' },
  })
  const ports = await freePorts(32)
  lake = await faultProxy(Number(new URL(product.studioUrl).port))
  const [, hostPort] = /host ready http:\/\/localhost:(\d+)/.exec(product.output()) ?? []
  host = await faultProxy(Number(hostPort))
  hostUrl = `http://localhost:${hostPort}`
  dataDir = mkdtempSync(join(tmpdir(), 'keyturn-faults-'))
  siteUrl = `http://localhost:${ports.site}`
  env = {
    PORT: String(ports.site),
    METRICS_PORT: String(ports.metrics),
    STUDIO_PORT: String(lake.port),
    HOST_PORT: String(host.port),
    HOST_SECRET: readFileSync(join(product.dataDir, 'host-secret'), 'utf8').trim(),
    DATA_DIR: dataDir,
    SITE_URL: siteUrl,
    STUDIO_URL: product.studioUrl,
    TRUST_PROXY: '1',
    BUDGET_POSTS_PER_MINUTE: '1000000',
    BUDGET_READS_PER_MINUTE: '1000000',
    BUDGET_CHECKOUT_PER_MINUTE: '1000000',
  }
  await startSite()
})
afterAll(async () => {
  await site?.stop()
  await Promise.all([lake?.close(), host?.close()])
  await product?.stop()
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
})

async function startSite(): Promise<void> {
  // As `npm start` runs it.
  const root = join(import.meta.dirname, '../..')
  site = run([...SMALL_HEAP, 'app/server/main.ts'], { ...childEnvironment(root), ...env })
  await until(
    async () => site.stdout() + site.stderr(),
    (said) => said.includes('site ready'),
    { withinMs: 60_000, everyMs: 20 },
  )
}
/** Resolves to how long the start took, ms. */
async function restartSite(): Promise<number> {
  site.child.kill('SIGKILL')
  await site.ended
  const startedAt = performance.now()
  await startSite()
  return performance.now() - startedAt
}

/** Pages one after another, each of them 200. Resolves to how long each took, ms. */
async function visit(count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const route = ROUTES[n % ROUTES.length] ?? '/'
    const { status, ms } = await read(siteUrl + route)
    expect(status, route).toBe(200)
    times.push(ms)
  }
  return times
}
const percentile99 = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

const figure = async (name: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${env.METRICS_PORT}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1))
}
const priceShown = async (price: number) => (await read(`${siteUrl}/pricing`)).html.includes(`$${price}`)

test('whatever the lake does, each page is 200, also after the site’s own restart; what was published shows when it is back', async () => {
  await visit(ROUTES.length)
  const usual = percentile99(await visit(PAGES_OF_A_FAULT))
  let price = 400
  let visited = 0
  for (const fault of LAKE_FAULTS) {
    await lake.fault(fault)
    // Something to read: an event arrives, or its stream breaks off.
    await product.editor.patch(PLAN).set({ price: ++price }).commit()
    const times = await visit(PAGES_OF_A_FAULT)
    visited += times.length
    const ratio = percentile99(times) / usual
    console.log(`lake ${fault}: p99 ${percentile99(times).toFixed(1)} ms, ${ratio.toFixed(2)} × usual`)
    await restartSite()
    await visit(ROUTES.length)
    visited += ROUTES.length
  }
  await lake.fault('pass')
  await expect.poll(() => priceShown(price), PATIENCE).toBe(true)
  await expect.poll(() => figure('content_live'), PATIENCE).toBe(1)
  console.log(`${visited} pages with the lake at fault, 0 not 200; usual p99 ${usual.toFixed(1)} ms`)
})

let sent = 0
/** An enquiry that nobody else sends. */
async function typed(): Promise<Fields> {
  const { html } = await read(`${siteUrl}/contact-us`)
  return enquiryFields(html, {
    firstName: 'Ann',
    lastName: `Lee ${++sent}`,
    email: `faults-${sent}@example.com`,
    phone: '302 555 0100',
  })
}
function stored(): string[] {
  return rows(product, "SELECT email FROM enquiries WHERE email LIKE 'faults-%'")
    .map(({ email }) => String(email))
    .sort()
}

test('a faulty backend leaves pages unaffected; a form shows the specified alert and keeps the typed text', async () => {
  const acknowledged: string[] = []
  let refused: Fields[] = []
  async function send(fields?: Fields): Promise<string | undefined> {
    fields ??= await typed()
    const { html, alert } = await postEnquiry(siteUrl, fields)
    if (alert?.includes(SENT)) acknowledged.push(String(fields.email))
    else {
      expect(alert).toContain(NOT_SENT)
      refused.push(fields)
      for (const value of [fields.lastName, fields.email, fields.phone])
        expect(html, 'the typed values are kept').toContain(`value="${value}"`)
    }
    return alert
  }
  expect(await send()).toContain(SENT)
  for (const fault of ['slow', 'reset', 'cut', '500', 'garbage', 'down'] as Fault[]) {
    await host.fault(fault)
    expect(await send(), fault).toContain(fault === 'slow' ? SENT : NOT_SENT)
    await visit(ROUTES.length)
    await host.fault('pass')
    expect(await send(), `after ${fault}`).toContain(SENT)
    // The host may have stored what it could not acknowledge. Who asks is another process in one of the cases.
    if (fault === 'cut') await restartSite()
    const again = refused
    refused = []
    for (const fields of again) expect(await send(fields), `again after ${fault}`).toContain(SENT)
  }
  await host.fault('hang')
  const waiting = Promise.all(Array.from({ length: 5 }, () => send()))
  await visit(ROUTES.length)
  for (const alert of await waiting) expect(alert).toContain(NOT_SENT)
  await host.fault('pass')
  expect(await send()).toContain(SENT)
  for (const fields of refused) expect(await send(fields)).toContain(SENT)

  const kept = stored()
  expect(
    acknowledged.filter((email) => !kept.includes(email)),
    'acknowledged and lost',
  ).toEqual([])
  expect(new Set(kept).size, 'doubled').toBe(kept.length)
})

test('a review and an enquiry whose answers get lost on the way are stored once each, however often they are sent; two that differ are two', async () => {
  const review = (text: string) => ({
    form: 'review',
    firstName: 'Ann',
    rating: '5',
    reviewDescription: text,
  })
  const postReview = (text: string) =>
    fetch(`${siteUrl}/?index`, {
      method: 'POST',
      headers: { ...FROM_OWN_PAGE, Accept: 'text/html' },
      body: new URLSearchParams(review(text)),
      redirect: 'manual',
    }).then(({ status }) => status)
  const texts = [`Twice sent ${process.pid}`, `Sent beside it ${process.pid}`]
  const fields = await typed()
  const other = { ...fields, lastName: `${fields.lastName} junior` }
  // Somebody whose phone changes its network at each try; the browser keeps the cookie that came with the token.
  const moving = { ...fields, email: `faults-moving-${sent}@example.com` }
  const postMoving = (address: string) =>
    postEnquiry(siteUrl, moving, { Cookie: `visitor=${'m'.repeat(24)}`, 'X-Forwarded-For': address })
  await host.fault('cut')
  // The site asks again for seconds, which are the same for all.
  const [statuses, enquiries] = await Promise.all([
    Promise.all(texts.map(postReview)),
    Promise.all([postEnquiry(siteUrl, fields), postEnquiry(siteUrl, other), postMoving('198.51.100.1')]),
  ])
  expect(statuses).toEqual([502, 502])
  for (const { alert } of enquiries) expect(alert).toContain(NOT_SENT)
  await host.fault('pass')
  await restartSite()
  for (const _ of [1, 2]) {
    for (const text of texts) expect(await postReview(text)).toBe(303)
    for (const each of [fields, other]) expect((await postEnquiry(siteUrl, each)).alert).toContain(SENT)
    for (const address of ['198.51.100.2', '198.51.100.3'])
      expect((await postMoving(address)).alert).toContain(SENT)
  }
  const secret = readFileSync(join(product.dataDir, 'host-secret'), 'utf8').trim()
  const backend = createHost({
    hostUrl: `http://localhost:${host.port}`,
    evidenceSecret: secret,
    log: () => {},
  })
  const list = await backend.listReviews()
  const shown = list.map((each) => each.reviewDescription).filter((text) => text && texts.includes(text))
  expect(shown.toSorted()).toEqual(texts.toSorted())
  expect(stored().filter((email) => email === fields.email)).toHaveLength(2)
  expect(stored().filter((email) => email === moving.email)).toHaveLength(1)
})

test(`${KILLS} × SIGKILL under load: no enquiry, review or purchase that was acknowledged is lost, none is doubled`, async () => {
  const { html } = await read(`${siteUrl}/contact-us`)
  const load = startLoad(siteUrl, html, 'killed')
  const starts: number[] = []
  for (let kill = 1; kill <= KILLS; kill++) {
    // Somewhere in the middle of something.
    await pause(200 + Math.random() * 400)
    starts.push(await restartSite())
  }
  await load.stop()
  const { enquiries, reviews, purchases } = load.acknowledged
  for (const [what, list] of Object.entries(load.acknowledged)) expect(list, what).not.toEqual([])

  const column = (query: string) =>
    rows(product, query)
      .flatMap((row) => Object.values(row).map(String))
      .toSorted()
  const kept = {
    enquiries: column("SELECT email FROM enquiries WHERE email LIKE 'killed-%'"),
    consents: column("SELECT email FROM consents WHERE email LIKE 'killed-%'"),
    reviews: column("SELECT review_description FROM reviews WHERE review_description LIKE 'killed-%'"),
    purchases: column("SELECT user_email FROM purchases WHERE user_email LIKE 'killed-%'"),
    captures: column(
      'SELECT p.user_email FROM payment_captures c JOIN purchases p ON p.order_id = c.order_id',
    ),
  }
  const captures = column('SELECT count(*) FROM payment_captures')
  expect(kept).toEqual({
    enquiries: enquiries.toSorted(),
    consents: enquiries.toSorted(),
    reviews: reviews.toSorted(),
    purchases: purchases.toSorted(),
    captures: purchases.toSorted(),
  })
  expect(captures, 'captured and not recorded').toEqual([String(purchases.length)])
  const sorted = starts.toSorted((a, b) => a - b).map(Math.round)
  console.log(
    `${KILLS} kills of the site: ${enquiries.length} enquiries, ${reviews.length} reviews, ${purchases.length} purchases acknowledged, 0 lost, 0 doubled; ready again after ${sorted[sorted.length >> 1]} ms (median), at most ${sorted.at(-1)} ms`,
  )
})

test(`${REQUESTS} mixed requests with publishes, posts and questions: none fails, file handles and memory stay`, async () => {
  const { html } = await read(`${siteUrl}/contact-us`)
  const publish = (count: number) =>
    product.editor
      .patch(PLAN)
      .set({ price: 600 + (count % 50) })
      .commit()
  const { samples, statuses } = await soak(
    { siteUrl, pid: Number(site.child.pid), contactPage: html },
    REQUESTS,
    publish,
  )
  expect([...statuses.keys()].filter((status) => ![200, 303, 404].includes(status))).toEqual([])
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(REQUESTS)
  const handles = samples.map((sample) => sample.handles)
  // Connections to lake and host come and go; what leaks grows with each request.
  const [early, late] = [handles.slice(0, 10), handles.slice(-10)].map((some) => Math.min(...some))
  expect(Number(late) - Number(early)).toBeLessThan(20)
  const memory = samples.map((sample) => sample.residentMb)
  console.log(
    `${REQUESTS} mixed requests: ${JSON.stringify([...statuses])}; file handles ${handles.join(' ')}; resident MB ${memory.join(' ')}`,
  )
  // After the warming half: at most a tenth more.
  expect(Math.min(...memory.slice(-5))).toBeLessThan(Math.max(...memory.slice(5, 15)) * 1.1)
})

test('one request is one id in the logs of site and host, the one that the proxy in front gave it', async () => {
  const requestId = `edge-${process.pid}-1`
  await postEnquiry(siteUrl, await typed(), { 'X-Request-Id': requestId })
  const parts = (output: string) =>
    output
      .split('\n')
      .filter((line) => line.includes(`"requestId":"${requestId}"`))
      .map((line) => JSON.parse(line) as { part: string; message: string })
      .map(({ part, message }) => `${part}: ${message}`)
  await expect
    .poll(() => [...parts(site.stdout()), ...parts(product.output())], PATIENCE)
    .toEqual(expect.arrayContaining(['site: request', 'site: host call', 'host: request']))
})

test(`SIGTERM with ${IN_FLIGHT} requests in flight, ${STOPS} times: none is cut, and readiness fails first`, async () => {
  let longest = 0
  const script = (await read(`${siteUrl}/test-payments/sdk/js`)).html.trimEnd().length
  expect(script).toBeGreaterThan(1_000)
  for (let stop = 1; stop <= STOPS; stop++) {
    const fields = await Promise.all(Array.from({ length: ENQUIRIES }, typed))
    await host.fault('hold')
    const answers = fields.map((each) => postEnquiry(siteUrl, each))
    const relayed = Array.from({ length: IN_FLIGHT - ENQUIRIES }, () =>
      read(`${siteUrl}/test-payments/sdk/js`),
    )
    const held = () => host.held(/^(POST \/api\/mail\/contact|GET \/paypal-sandbox\/browser)/)
    await expect.poll(held, PATIENCE).toBe(IN_FLIGHT)
    // Its head is whole only after the signal: asked of a site that has been told to stop.
    const { port } = new URL(siteUrl)
    const asked = connect(Number(port), 'localhost')
    let said = ''
    asked.on('data', (chunk) => (said += chunk)).on('error', () => {})
    await new Promise((resolve) => asked.once('connect', resolve))
    asked.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n')

    const startedAt = performance.now()
    site.child.kill('SIGTERM')
    await expect.poll(() => site.stdout(), { ...PATIENCE, interval: 5 }).toContain('site stopping')
    asked.write('\r\n')
    await host.fault('pass')
    for (const { status, alert } of await Promise.all(answers)) {
      expect(status).toBe(200)
      expect(alert).toContain(SENT)
    }
    for (const { status, html } of await Promise.all(relayed)) {
      expect(status).toBe(200)
      expect(html.trimEnd().length).toBe(script)
    }
    expect(await site.ended).toBe(0)
    longest = Math.max(longest, performance.now() - startedAt)
    await expect.poll(() => said).toMatch(/^HTTP\/1\.1 503 [\s\S]*Connection: close/)
    const kept = stored()
    for (const { email } of fields) expect(kept).toContain(email)
    await startSite()
  }
  console.log(`${STOPS} stops with ${IN_FLIGHT} in flight: 0 cut, at most ${Math.round(longest)} ms`)
})

describe('whatever is sent', () => {
  beforeAll(async () => {
    await product.editor.datasets.create('generated')
    // Where site and lake share a folder, as they do on one machine, there are previews.
    cpSync(join(product.dataDir, 'lake-token'), join(dataDir, 'lake-token'))
  })
  testGeneratedBodies(() => ({
    siteUrl,
    hostUrl,
    lakeUrl: product.studioUrl,
    dataDir: product.dataDir,
  }))
  test('site, host and lake are the same processes as before, and serve', async () => {
    expect(site.child.exitCode).toBeNull()
    expect(product.output()).not.toContain('; restarting')
    await expect.poll(() => figure('content_live'), PATIENCE).toBe(1)
    await visit(ROUTES.length)
    const { alert } = await postEnquiry(siteUrl, await typed())
    expect(alert).toContain(SENT)
  })
})
