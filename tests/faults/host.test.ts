import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#app/backend/database/database.ts'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import { storeEnquiry } from '#app/backend/enquiries/contact.ts'
import { smtpDelivery } from '#app/backend/mail/mail.ts'
import { createOutboxWorker } from '#app/backend/mail/outbox.ts'
import { startBench } from '#app/backend/payments/bench.test-support.ts'
import { startTestHost } from '#app/backend/test-host.test-support.ts'
import { type Fault, type FaultProxy, faultProxy } from '#tests/support/fault-proxy.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

// Issue J, "Faults": the host with mail server, PayPal's sandbox and PostgreSQL failing in the ways in which networks do.
vi.setConfig({ testTimeout: 300_000 })

const PATIENCE = { timeout: 90_000, interval: 30 }
/** Hanging is waited for by the clock, in each of them for some seconds. */
const FAULTS: Fault[] = ['reset', 'cut', 'garbage', 'down', '500', 'hang']
const enquiry = (n: number | string) => ({
  firstName: 'Ann',
  lastName: 'Lee',
  email: `agent-${n}@example.com`,
  phone: '302 555 0100',
  smsConsent: true,
  marketingConsent: false,
})

async function proxyTo(port: number): Promise<FaultProxy> {
  const proxy = await faultProxy(port)
  onTestFinished(() => proxy.close())
  return proxy
}

test('mail server: what could not be delivered waits, and arrives once the way is free', async () => {
  const arrived = new Map<string, Set<string>>()
  const server = new SMTPServer({
    disableReverseLookup: true,
    closeTimeout: 50,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      let message = ''
      stream.on('data', (chunk) => (message += chunk))
      stream.on('end', () => {
        const sender = /^Email: (\S+)\r?$/m.exec(message)?.[1] ?? ''
        const id = /^Message-ID: (\S+)/im.exec(message)?.[1] ?? ''
        arrived.set(sender, (arrived.get(sender) ?? new Set()).add(id))
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const proxy = await proxyTo((server.server.address() as AddressInfo).port)
  const db = await openDatabase({ dataDir: newFolder(), log: () => {} })
  const waits = { first: 50, longest: 200 }
  const deliver = smtpDelivery(`smtp://127.0.0.1:${proxy.port}`, () => {})
  const mailbox = { to: ['desk@example.com'], from: 'site@example.com' }
  const worker = createOutboxWorker(db, {
    deliver,
    mailbox,
    log: () => {},
    waits: { unreachable: waits, login: waits, message: waits },
  })
  await worker.start({ alone: true })
  onTestFinished(async () => {
    await worker.stop()
    await db.destroy()
  })
  const waiting = () => db.selectFrom('outbox').selectAll().where('sentAt', 'is', null).execute()
  for (const fault of FAULTS) {
    await proxy.fault(fault)
    await storeEnquiry(db, enquiry(fault), { requestId: fault })
    worker.wake()
    const failed = async () => (await waiting()).some(({ lastError }) => lastError !== null)
    await expect.poll(failed, PATIENCE).toBe(true)
    await proxy.fault('pass')
    await expect.poll(waiting, PATIENCE).toEqual([])
  }
  const senders = FAULTS.map((fault) => enquiry(fault).email)
  expect([...arrived.keys()].toSorted()).toEqual(senders.toSorted())
  // Twice is possible where the answer was lost; both are the same message then.
  for (const ids of arrived.values()) expect(ids.size).toBe(1)
})

test('PayPal: a capture whose answer does not come is not said to be paid, and is made once', async () => {
  let proxy: FaultProxy | undefined
  const bench = await startBench({
    // Long enough for what a busy machine does slowly; only the hanging answer takes all of it.
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
    // A capture that is not decided yet is asked for again, as the site does.
    await expect.poll(async () => (await bench.complete(id)).status, PATIENCE).toBe('COMPLETED')
    expect(bench.capturesOf(id), fault).toHaveLength(1)
    expect((await bench.record(id)).code, fault).toBeLessThan(300)
  }
})

const postgres = await startPostgres()

describe.skipIf(postgres.url === undefined)(
  `PostgreSQL${postgres.reason ? ` (skipped: ${postgres.reason})` : ''}`,
  () => {
    test('an enquiry that could not be stored is refused, what was acknowledged is there, and the host recovers by itself', async () => {
      onTestFinished(() => postgres.stop())
      const url = new URL(String(postgres.url))
      const proxy = await proxyTo(Number(url.port))
      url.port = String(proxy.port)
      const host = await startTestHost({ DATABASE_URL: url.href })
      const acknowledged: string[] = []
      let n = 0
      const send = async () => {
        const given = enquiry(++n)
        const { status, body } = await host.post('/api/mail/contact', given)
        if (status === 200) acknowledged.push(given.email)
        else
          expect(body).toEqual({
            error: 'The backend failed. Its log has the cause under this X-Request-Id.',
          })
        return status
      }
      expect(await send()).toBe(200)
      for (const fault of FAULTS) {
        await proxy.fault(fault)
        for (let i = 0; i < 3; i++) expect(await send(), fault).toBe(500)
        await proxy.fault('pass')
        await expect.poll(send, PATIENCE).toBe(200)
      }
      await host.stop()
      // Past the proxy: what is really there.
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
