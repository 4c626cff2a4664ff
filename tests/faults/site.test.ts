import { cpSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { NOT_SENT, SENT } from '#app/contact/enquiry-form.ts'
import { childEnvironment, SMALL_HEAP } from '#app/server/process/child-environment.ts'
import { testGeneratedBodies } from '#tests/faults/generated-requests.ts'
import { startLoad } from '#tests/faults/load.ts'
import { enquiryFields, type Fields, postEnquiry } from '#tests/support/enquiry-form.ts'
import { type Fault, type FaultProxy, faultProxy } from '#tests/support/fault-proxy.ts'
import { fetchPage } from '#tests/support/http.ts'
import { freePorts } from '#tests/support/ports.ts'
import { type Running, run, waitForOutput } from '#tests/support/processes.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { ROUTES } from '#tests/support/routes.ts'
import { queryBackend } from '#tests/support/sqlite.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

// A site while the network to lake and backend fails.
vi.setConfig({ testTimeout: 1_800_000 })

const LAKE_FAULTS: Fault[] = ['slow', 'hang', 'reset', 'cut', '500', 'garbage', 'down']
const HOST_FAULTS: Fault[] = ['slow', 'reset', 'cut', '500', 'garbage', 'down']
const STOPS = 20
const KILLS = 100
const IN_FLIGHT = 16
const ENQUIRIES = 4
const POLL = { timeout: 60_000, interval: 50 }
const NO_LIMIT = '1000000'
const PLAN = 'plan-commercial-lead'

let product: Product
let lake: FaultProxy
let host: FaultProxy
let site: Running
let siteUrl: string
/** Without the proxy. */
let hostUrl: string
const dataDir = newFolder()
let env: Record<string, string>

beforeAll(async () => {
  product = await startProduct({
    worker: 31,
    env: { BUDGET_PER_MINUTE: NO_LIMIT, BUDGET_PER_HOUR: NO_LIMIT },
  })
  const ports = await freePorts(32)
  lake = await faultProxy(Number(new URL(product.studioUrl).port))
  hostUrl = String(/host ready (\S+)/.exec(product.output())?.[1])
  host = await faultProxy(Number(new URL(hostUrl).port))
  siteUrl = `http://localhost:${ports.site}`
  env = {
    ...childEnvironment(join(import.meta.dirname, '../..')),
    PORT: String(ports.site),
    METRICS_PORT: String(ports.metrics),
    STUDIO_PORT: String(lake.port),
    HOST_PORT: String(host.port),
    HOST_SECRET: readFileSync(join(product.dataDir, 'host-secret'), 'utf8').trim(),
    DATA_DIR: dataDir,
    SITE_URL: siteUrl,
    STUDIO_URL: product.studioUrl,
    TRUST_PROXY: '1',
    BUDGET_POSTS_PER_MINUTE: NO_LIMIT,
    BUDGET_READS_PER_MINUTE: NO_LIMIT,
    BUDGET_CHECKOUT_PER_MINUTE: NO_LIMIT,
  }
  await startSite()
})
afterAll(async () => {
  await site?.stop()
  await Promise.all([lake?.close(), host?.close()])
  await product?.stop()
})

async function startSite(): Promise<void> {
  site = run([...SMALL_HEAP, 'app/server/main.ts'], env)
  await waitForOutput(site, 'site ready')
}
async function restartSite(): Promise<void> {
  site.child.kill('SIGKILL')
  await site.ended
  await startSite()
}

async function visitAll(): Promise<void> {
  for (const route of ROUTES) expect((await fetchPage(siteUrl + route)).status, route).toBe(200)
}
const isLive = async (): Promise<boolean> =>
  (await (await fetch(`http://127.0.0.1:${env.METRICS_PORT}/metrics`)).text()).includes('\ncontent_live 1\n')

test('while the lake is faulty, every page responds with 200, also after a restart; published changes appear when it is back', async () => {
  await visitAll()
  let price = 400
  for (const fault of LAKE_FAULTS) {
    await lake.fault(fault)
    // Causes a live event.
    await product.editor.patch(PLAN).set({ price: ++price }).commit()
    await visitAll()
    await restartSite()
    await visitAll()
  }
  await lake.fault('pass')
  const isShown = async () => (await fetchPage(`${siteUrl}/pricing`)).html.includes(`$${price}`)
  await expect.poll(isShown, POLL).toBe(true)
  await expect.poll(isLive, POLL).toBe(true)
})

let sent = 0
async function newEnquiry(): Promise<Fields> {
  const { html } = await fetchPage(`${siteUrl}/contact-us`)
  const email = `faults-${++sent}@example.com`
  return enquiryFields(html, { firstName: 'Ann', lastName: `Lee ${sent}`, email, phone: '302 555 0100' })
}
const stored = (): string[] =>
  queryBackend(product, "SELECT email FROM enquiries WHERE email LIKE 'faults-%'").map(({ email }) =>
    String(email),
  )

test('a faulty backend leaves pages unaffected; a form shows the specified alert and keeps the typed text', async () => {
  const acknowledged: string[] = []
  const refused: Fields[] = []
  async function send(fields?: Fields): Promise<string | undefined> {
    fields ??= await newEnquiry()
    const { html, alert } = await postEnquiry(siteUrl, fields)
    if (alert?.includes(SENT)) acknowledged.push(String(fields.email))
    else {
      expect(alert).toContain(NOT_SENT)
      refused.push(fields)
      for (const value of [fields.lastName, fields.email, fields.phone])
        expect(html, 'the typed values').toContain(`value="${value}"`)
    }
    return alert
  }
  for (const fault of HOST_FAULTS) {
    await host.fault(fault)
    expect(await send(), fault).toContain(fault === 'slow' ? SENT : NOT_SENT)
    await visitAll()
    await host.fault('pass')
    // The backend may have stored an unacknowledged enquiry, which the restarted site does not know.
    if (fault === 'cut') await restartSite()
    for (const fields of refused.splice(0)) expect(await send(fields), `again after ${fault}`).toContain(SENT)
  }
  await host.fault('hang')
  const waiting = Promise.all(Array.from({ length: 5 }, () => send()))
  await visitAll()
  for (const alert of await waiting) expect(alert).toContain(NOT_SENT)
  await host.fault('pass')
  for (const fields of refused.splice(0)) expect(await send(fields)).toContain(SENT)

  const emails = stored()
  expect(acknowledged.filter((email) => !emails.includes(email))).toEqual([])
  expect(new Set(emails).size, 'stored twice').toBe(emails.length)
})

test(`${KILLS} × SIGKILL under load: no enquiry, review or purchase that was acknowledged is lost, none is stored twice`, async () => {
  const { html } = await fetchPage(`${siteUrl}/contact-us`)
  const load = startLoad(siteUrl, html, 'killed')
  for (let kill = 1; kill <= KILLS; kill++) {
    await pause(200 + Math.random() * 400)
    await restartSite()
  }
  await load.stop()
  const [enquiries = [], reviews, purchases] = Object.values(load.acknowledged).map((list) => list.toSorted())
  const column = (query: string) =>
    queryBackend(product, query)
      .flatMap((row) => Object.values(row).map(String))
      .toSorted()
  expect(enquiries).not.toEqual([])
  for (const table of ['enquiries', 'consents'])
    expect(column(`SELECT email FROM ${table} WHERE email LIKE 'killed-%'`), table).toEqual(enquiries)
  expect(column("SELECT review_description FROM reviews WHERE review_description LIKE 'killed-%'")).toEqual(
    reviews,
  )
  expect(column("SELECT user_email FROM purchases WHERE user_email LIKE 'killed-%'")).toEqual(purchases)
  // Nothing is captured and not recorded.
  expect(
    column('SELECT p.user_email FROM payment_captures c LEFT JOIN purchases p ON p.order_id = c.order_id'),
  ).toEqual(purchases)
})

test(`SIGTERM with ${IN_FLIGHT} requests in flight, ${STOPS} times: all are answered, and readiness fails first`, async () => {
  const script = '/test-payments/sdk/js'
  const { html } = await fetchPage(siteUrl + script)
  for (let stop = 1; stop <= STOPS; stop++) {
    const enquiries = await Promise.all(Array.from({ length: ENQUIRIES }, newEnquiry))
    await host.fault('hold')
    const posted = enquiries.map((fields) => postEnquiry(siteUrl, fields))
    const relayed = Array.from({ length: IN_FLIGHT - ENQUIRIES }, () => fetchPage(siteUrl + script))
    const held = () => host.held(/^(POST \/api\/mail\/contact|GET \/paypal-sandbox\/browser)/)
    await expect.poll(held, POLL).toBe(IN_FLIGHT)
    // The rest of its headers arrives after the signal.
    const readiness = connect(Number(new URL(siteUrl).port), 'localhost')
    let answer = ''
    readiness.on('data', (chunk) => (answer += chunk)).on('error', () => {})
    await new Promise((resolve) => readiness.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n', resolve))

    site.child.kill('SIGTERM')
    await expect.poll(() => site.stdout(), { ...POLL, interval: 5 }).toContain('site stopping')
    readiness.write('\r\n')
    await host.fault('pass')
    for (const { alert } of await Promise.all(posted)) expect(alert).toContain(SENT)
    for (const response of await Promise.all(relayed)) expect(response.html.length).toBe(html.length)
    expect(await site.ended).toBe(0)
    await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*Connection: close/)
    expect(stored()).toEqual(expect.arrayContaining(enquiries.map(({ email }) => email)))
    await startSite()
  }
})

describe('generated requests', () => {
  beforeAll(async () => {
    await product.editor.datasets.create('generated')
    // Site and lake share a folder on one machine, which enables previews.
    cpSync(join(product.dataDir, 'lake-token'), join(dataDir, 'lake-token'))
  })
  testGeneratedBodies(() => ({ siteUrl, hostUrl, lakeUrl: product.studioUrl, dataDir: product.dataDir }))
  test('site, backend and lake have not restarted, and respond', async () => {
    expect(site.child.exitCode).toBeNull()
    expect(product.output()).not.toContain('; restarting')
    await expect.poll(isLive, POLL).toBe(true)
    await visitAll()
    expect((await postEnquiry(siteUrl, await newEnquiry())).alert).toContain(SENT)
  })
})
