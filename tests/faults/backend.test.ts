import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { enquiry, startTestHost } from '#app/backend/backend.test-support.ts'
import { openDatabase } from '#app/backend/database/database.ts'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import { startBench } from '#app/backend/payments/bench.test-support.ts'
import { type Fault, type FaultProxy, faultProxy } from '#tests/support/fault-proxy.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

// The backend while the network to the mail server, PayPal or PostgreSQL fails.
vi.setConfig({ testTimeout: 300_000 })

const POLL = { timeout: 90_000, interval: 30 }
const FAULTS: Fault[] = ['reset', 'cut', 'garbage', 'down', '500', 'hang']
const enquiryOf = (n: number | string) => ({ ...enquiry, email: `agent-${n}@example.com` })

async function proxyTo(port: number): Promise<FaultProxy> {
  const proxy = await faultProxy(port)
  onTestFinished(() => proxy.close())
  return proxy
}

test('a capture without a response from PayPal does not count as paid, and happens once', async () => {
  let proxy: FaultProxy | undefined
  const bench = await startBench({
    // Long enough for a busy machine.
    operationTimeoutMs: 20_000,
    async through(port) {
      proxy = await proxyTo(port)
      return proxy.port
    },
  })
  onTestFinished(() => bench.stop())
  for (const fault of FAULTS) {
    const id = await bench.approved()
    await proxy?.fault(fault)
    const refused = await bench.complete(id)
    expect(refused.code, fault).toBeGreaterThanOrEqual(500)
    expect(refused.status, fault).not.toBe('COMPLETED')
    await proxy?.fault('pass')
    // The site also repeats a capture that is not decided yet.
    await expect.poll(async () => (await bench.complete(id)).status, POLL).toBe('COMPLETED')
    expect(bench.capturesOf(id), fault).toHaveLength(1)
    expect((await bench.record(id)).code, fault).toBeLessThan(300)
  }
})

const postgres = await startPostgres()

describe.skipIf(postgres.url === undefined)(
  `PostgreSQL${postgres.reason ? ` (skipped: ${postgres.reason})` : ''}`,
  () => {
    test('an enquiry that cannot be stored is refused, acknowledged ones are stored, and the backend recovers by itself', async () => {
      onTestFinished(() => postgres.stop())
      const url = new URL(String(postgres.url))
      const proxy = await proxyTo(Number(url.port))
      url.port = String(proxy.port)
      const host = await startTestHost({ DATABASE_URL: url.href })
      const acknowledged: string[] = []
      let n = 0
      const send = async () => {
        const { email } = enquiryOf(++n)
        const { status, body } = await host.post('/api/mail/contact', enquiryOf(n))
        if (status === 200) acknowledged.push(email)
        else expect(body.error).toBe('The backend failed. Its log has the cause under this X-Request-Id.')
        return status
      }
      expect(await send()).toBe(200)
      for (const fault of FAULTS) {
        await proxy.fault(fault)
        for (let i = 0; i < 3; i++) expect(await send(), fault).toBe(500)
        await proxy.fault('pass')
        await expect.poll(send, POLL).toBe(200)
      }
      await host.stop()
      const db = await openDatabase({
        dataDir: newFolder(),
        databaseUrl: String(postgres.url),
        log: () => {},
      })
      const emails = async (table: 'enquiries' | 'consents') =>
        (await db.selectFrom(table).select('email').execute()).map(({ email }) => email).toSorted()
      const stored = await emails('enquiries')
      const consents = await emails('consents')
      await db.destroy()
      expect(acknowledged.filter((email) => !stored.includes(email))).toEqual([])
      expect(new Set(stored).size, 'doubled').toBe(stored.length)
      expect(consents).toEqual(stored)
    })
  },
)
