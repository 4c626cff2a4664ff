import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import { startTestHost } from '#app/backend/test-host.test-support.ts'
import { SENT } from '#app/contact/enquiry-form.ts'
import { EVIDENCE_HEADER, signEvidence } from '#app/platform/evidence.server.ts'
import { enquiryFields, postEnquiry } from '#tests/support/plain-form.ts'
import { freePorts } from '#tests/support/ports.ts'
import { type Running, run } from '#tests/support/processes.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { FROM_OWN_PAGE, read, until } from '#tests/support/reading.ts'

// Issue J, "Operating it": several copies of the site, each with its host, on one PostgreSQL and one lake. That captures
// are made once by hosts on one database is shown in app/backend/payments.

const PATIENCE = { timeout: 60_000, interval: 50 }
const PLAN = 'plan-commercial-lead'
const PER_HOUR = 30
const POSTS = 20

const postgres = await startPostgres()

describe.skipIf(postgres.url === undefined)(
  `three copies${postgres.reason ? ` (skipped: ${postgres.reason})` : ''}`,
  () => {
    let product: Product
    const hosts: Awaited<ReturnType<typeof startTestHost>>[] = []
    const sites: Running[] = []
    const folders: string[] = []
    const siteUrls: string[] = []
    const hostUrls: string[] = []
    const dataDirs: string[] = []

    beforeAll(async () => {
      const SESSION_SECRET = 'one secret for all copies of the site'
      product = await startProduct({
        worker: 29,
        env: {
          DATABASE_URL: String(postgres.url),
          SESSION_SECRET,
          TRUST_PROXY: '1',
          BUDGET_PER_MINUTE: '1000',
          BUDGET_PER_HOUR: String(PER_HOUR),
          BUDGET_POSTS_PER_MINUTE: String(POSTS),
        },
      })
      siteUrls.push(product.siteUrl)
      dataDirs.push(product.dataDir)
      hostUrls.push(String(/host ready (\S+)/.exec(product.output())?.[1]))
      for (const worker of [30, 33]) {
        const host = await startTestHost({
          DATABASE_URL: postgres.url,
          BUDGET_PER_MINUTE: 1_000,
          BUDGET_PER_HOUR: PER_HOUR,
        })
        hosts.push(host)
        hostUrls.push(host.url)
        dataDirs.push(host.dataDir)
        const ports = await freePorts(worker)
        const folder = mkdtempSync(join(tmpdir(), 'keyturn-copy-'))
        folders.push(folder)
        const siteUrl = `http://localhost:${ports.site}`
        siteUrls.push(siteUrl)
        const site = run(['app/server/main.ts'], {
          PORT: String(ports.site),
          METRICS_PORT: String(ports.metrics),
          STUDIO_PORT: new URL(product.studioUrl).port,
          HOST_PORT: new URL(host.url).port,
          HOST_SECRET: readFileSync(join(host.dataDir, 'host-secret'), 'utf8').trim(),
          DATA_DIR: folder,
          SESSION_SECRET,
          TRUST_PROXY: '1',
          DATABASE_URL: String(postgres.url),
          BUDGET_POSTS_PER_MINUTE: String(POSTS),
        })
        sites.push(site)
        await until(
          async () => site.stdout() + site.stderr(),
          (said) => said.includes('site ready'),
          { withinMs: 60_000, everyMs: 20 },
        )
      }
    })
    afterAll(async () => {
      await Promise.all(sites.map((site) => site.stop()))
      await Promise.all(hosts.map((host) => host.stop()))
      await product?.stop()
      await postgres.stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    })

    test('a publish shows on each of them, and an old price never comes back', async () => {
      for (const price of [511, 512]) {
        await product.editor.patch(PLAN).set({ price }).commit()
        for (const siteUrl of siteUrls) {
          const shows = async () => (await read(`${siteUrl}/pricing`)).html.includes(`$${price}`)
          await expect.poll(shows, PATIENCE).toBe(true)
          for (let n = 0; n < 20; n++) expect(await shows()).toBe(true)
        }
      }
    })

    test('enquiries sent to all of them are stored once each, and each is told by one mail', async () => {
      const COUNT = 18
      const answers = await Promise.all(
        Array.from({ length: COUNT }, async (_, n) => {
          const siteUrl = siteUrls[n % siteUrls.length] ?? ''
          const { html } = await read(`${siteUrl}/contact-us`)
          const fields = enquiryFields(html, { firstName: 'Ann', email: `copies-${n}@example.com` })
          return postEnquiry(siteUrl, fields, { 'X-Forwarded-For': `203.0.113.${n}` })
        }),
      )
      for (const { alert } of answers) expect(alert).toContain(SENT)
      const mails = () =>
        dataDirs.flatMap((folder) => {
          try {
            return readdirSync(join(folder, 'mail'))
              .filter((name) => name.endsWith('.eml'))
              .map((name) => readFileSync(join(folder, 'mail', name), 'utf8'))
              .flatMap((mail) => /^Email: (copies-\S+)/m.exec(mail)?.[1] ?? [])
          } catch {
            return [] // this copy has had nothing to send
          }
        })
      await expect.poll(() => mails().length, PATIENCE).toBeGreaterThanOrEqual(COUNT)
      const all = mails().map((address) => address.replace(/=?\s*$/, ''))
      expect(all.toSorted()).toEqual([...new Set(all)].toSorted())
      expect(all).toHaveLength(COUNT)
    })

    test('who paid at one, had no answer and was led to another is told there that it is paid', async () => {
      let cookies = ''
      const post = (siteUrl: string | undefined, path: string, form: Record<string, string>) =>
        fetch(siteUrl + path, {
          method: 'POST',
          redirect: 'manual',
          headers: { ...FROM_OWN_PAGE, Cookie: cookies, 'X-Forwarded-For': '203.0.113.99' },
          body: new URLSearchParams(form),
        })
      const keep = (answer: Response) => {
        const given = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
        cookies = [cookies, ...given].filter(Boolean).join('; ')
        return answer
      }
      const details = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', phone: '302 555 0100' }
      const place = { city: 'Dover', state: 'DE', address: '1 Main Street', intent: 'save' }
      const [one, two] = siteUrls
      keep(await post(one, '/checkout/plan', { plan: 'pro-closer' }))
      keep(await post(one, '/checkout', { ...details, ...place }))
      const { id } = (await keep(await post(one, '/checkout/order', {})).json()) as { id: string }
      await fetch(`${one}/test-payments/orders/${id}/approve`, {
        method: 'POST',
        headers: { ...FROM_OWN_PAGE, 'Content-Type': 'application/json' },
        body: JSON.stringify({ outcome: 'approve' }),
      })
      const lost = await post(one, '/checkout/capture', { orderID: id })
      expect(await lost.json()).toMatchObject({ kind: 'success' })
      const press = keep(await post(two, '/checkout/order', {}))
      expect(await press.json()).toMatchObject({ reason: 'paid-before', outcome: { kind: 'success' } })
    })

    test('what one address may post to the site it may post to all copies together', async () => {
      const startedAt = performance.now()
      const statuses = await Promise.all(
        Array.from({ length: 3 * POSTS }, async (_, n) => {
          const answer = await fetch(`${siteUrls[n % 3]}/chat`, {
            method: 'POST',
            headers: { 'X-Forwarded-For': '198.51.100.10', 'Sec-Fetch-Site': 'same-origin' },
            body: new URLSearchParams({ message: ' ' }),
          })
          await answer.arrayBuffer()
          return answer.status
        }),
      )
      const passed = statuses.filter((status) => status === 400).length
      expect(statuses.filter((status) => status === 429)).toHaveLength(3 * POSTS - passed)
      // A machine that takes a minute for it begins a second minute's budget.
      const minutes = 1 + Math.floor((performance.now() - startedAt) / 60_000)
      expect(passed).toBeGreaterThanOrEqual(POSTS)
      expect(passed).toBeLessThanOrEqual(POSTS * minutes)
    })

    test('a visitor has one rate limit, whichever copy answers', async () => {
      const statuses = await Promise.all(
        Array.from({ length: 60 }, async (_, n) => {
          const secret = readFileSync(join(dataDirs[n % 3]!, 'host-secret'), 'utf8').trim()
          const evidence = signEvidence(secret, {
            target: 'POST /api/mail/contact',
            body: '{}',
            visitor: { address: '198.51.100.9' },
          })
          const answer = await fetch(`${hostUrls[n % 3]}/api/mail/contact`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', [EVIDENCE_HEADER]: evidence },
            body: '{}',
          })
          await answer.arrayBuffer()
          return answer.status
        }),
      )
      expect(statuses.filter((status) => status !== 429)).toHaveLength(PER_HOUR)
      expect(statuses.filter((status) => status === 429)).toHaveLength(60 - PER_HOUR)
    })
  },
)
