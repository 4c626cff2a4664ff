import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestHost } from '#app/backend/backend.test-support.ts'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import { SENT } from '#app/contact/enquiry-form.ts'
import { EVIDENCE_HEADER, signEvidence } from '#app/platform/evidence.server.ts'
import { enquiryFields, postEnquiry } from '#tests/support/enquiry-form.ts'
import { fetchPage } from '#tests/support/http.ts'
import { freePorts } from '#tests/support/ports.ts'
import { type Running, run, waitForOutput } from '#tests/support/processes.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const POLL = { timeout: 60_000, interval: 50 }
const PLAN = 'plan-commercial-lead'
const PER_HOUR = 30

const postgres = await startPostgres()

describe.skipIf(postgres.url === undefined)(
  `three copies${postgres.reason ? ` (skipped: ${postgres.reason})` : ''}`,
  () => {
    let product: Product
    const hosts: Awaited<ReturnType<typeof startTestHost>>[] = []
    const sites: Running[] = []
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
        const siteUrl = `http://localhost:${ports.site}`
        siteUrls.push(siteUrl)
        const site = run(['app/server/main.ts'], {
          PORT: String(ports.site),
          METRICS_PORT: String(ports.metrics),
          STUDIO_PORT: new URL(product.studioUrl).port,
          HOST_PORT: new URL(host.url).port,
          HOST_SECRET: readFileSync(join(host.dataDir, 'host-secret'), 'utf8').trim(),
          DATA_DIR: newFolder(),
          SESSION_SECRET,
          TRUST_PROXY: '1',
          DATABASE_URL: String(postgres.url),
        })
        sites.push(site)
        await waitForOutput(site, 'site ready')
      }
    })
    afterAll(async () => {
      await Promise.all(sites.map((site) => site.stop()))
      await Promise.all(hosts.map((host) => host.stop()))
      await product?.stop()
      await postgres.stop()
    })

    test('a published price appears on each copy, and the old price never returns', async () => {
      for (const price of [511, 512]) {
        await product.editor.patch(PLAN).set({ price }).commit()
        for (const siteUrl of siteUrls) {
          const shows = async () => (await fetchPage(`${siteUrl}/pricing`)).html.includes(`$${price}`)
          await expect.poll(shows, POLL).toBe(true)
          for (let n = 0; n < 20; n++) expect(await shows()).toBe(true)
        }
      }
    })

    test('enquiries sent to all copies are stored once each, with one mail each', async () => {
      const COUNT = 18
      const answers = await Promise.all(
        Array.from({ length: COUNT }, async (_, n) => {
          const siteUrl = siteUrls[n % siteUrls.length] ?? ''
          const { html } = await fetchPage(`${siteUrl}/contact-us`)
          const fields = enquiryFields(html, { firstName: 'Ann', email: `copies-${n}@example.com` })
          return postEnquiry(siteUrl, fields, { 'X-Forwarded-For': `203.0.113.${n}` })
        }),
      )
      for (const { alert } of answers) expect(alert).toContain(SENT)
      const senders = () =>
        dataDirs
          .flatMap((folder) => globSync(join(folder, 'mail/*.eml')))
          .flatMap((file) => /^Email: (copies-[^\s=]+)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? [])
      await expect.poll(() => senders().length, POLL).toBeGreaterThanOrEqual(COUNT)
      expect([senders().length, new Set(senders()).size]).toEqual([COUNT, COUNT])
    })

    test('a visitor has one rate limit per call, whichever copy of the backend answers', async () => {
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
