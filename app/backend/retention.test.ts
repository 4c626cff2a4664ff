import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#app/backend/database/database.ts'
import { removeOld } from '#app/backend/retention.ts'
import { collectLog, enquiry, startTestHost } from '#app/backend/test-host.test-support.ts'

const DAY_MS = 86_400_000

/** A host with an enquiry, a review, an order, and the enquiry's mail handed over; then its database alone. */
async function used() {
  const host = await startTestHost()
  onTestFinished(() => host.stop())
  await host.post('/api/mail/contact', enquiry)
  await host.post('/api/paypal/create_order', { amount: '499.00', title: 'Gold', features: [] })
  const mailFolder = join(host.dataDir, 'mail')
  const db = await openDatabase({ dataDir: host.dataDir, log: () => {} })
  onTestFinished(() => db.destroy())
  const mails = () => readdirSync(mailFolder).filter((name) => name.endsWith('.eml')).length
  await expect.poll(mails).toBe(1)
  const unsent = () => db.selectFrom('outbox').select('id').where('sentAt', 'is', null).execute()
  await expect.poll(unsent).toEqual([])
  const { lines, log } = collectLog()
  const begun = Date.now()
  onTestFinished(() => void vi.useRealTimers())
  const look = (days: number, afterDays: number) => {
    vi.setSystemTime(begun + afterDays * DAY_MS)
    return removeOld({ db, days, mailFolder, log })
  }
  const counts = async () => {
    const of = async (table: 'enquiries' | 'consents' | 'paymentOrders' | 'outbox') =>
      (await db.selectFrom(table).selectAll().execute()).length
    return {
      enquiries: await of('enquiries'),
      outbox: await of('outbox'),
      mails: mails(),
      consents: await of('consents'),
      orders: await of('paymentOrders'),
    }
  }
  return { host, db, look, counts, lines }
}

test('an old enquiry is removed with its mail; consents and orders stay', async () => {
  const { host, look, counts, lines } = await used()
  const written = () =>
    readdirSync(host.dataDir)
      .filter((name) => name.startsWith('host.sqlite'))
      .map((name) => readFileSync(join(host.dataDir, name), 'latin1'))
      .some((bytes) => bytes.includes('New enquiry from Ann Lee'))
  const all = { enquiries: 1, outbox: 1, mails: 1, consents: 1, orders: 1 }
  await look(30, 0)
  await look(30, 29.9)
  expect(await counts()).toEqual(all)
  expect(written()).toBe(true)
  await look(30, 30.1)
  expect(written(), 'from the files as well').toBe(false)
  expect(await counts()).toEqual({ ...all, enquiries: 0, outbox: 0, mails: 0 })
  expect(lines).toMatchObject([{ level: 'info', detail: { enquiries: 1, mails: 1 } }])
})

test('a mail that was never delivered keeps waiting', async () => {
  const { db, look, counts } = await used()
  await db.updateTable('outbox').set({ sentAt: null }).execute()
  await look(1, 2)
  expect(await counts()).toMatchObject({ enquiries: 0, outbox: 1 })
})

test('nothing is removed for a day after the clock jumps ahead, and nothing if it is set right', async () => {
  const { look, counts, lines } = await used()
  await look(730, 0)
  await look(730, 4_000)
  expect(lines.at(-1)).toMatchObject({
    level: 'warn',
    message: expect.stringContaining('the clock is weeks ahead'),
  })
  await look(730, 4_000.9)
  await look(730, 0.1)
  expect((await counts()).enquiries).toBe(1)
  await look(730, 4_000)
  await look(730, 4_001.1)
  expect((await counts()).enquiries).toBe(0)
})

test('what was asked in the chat is in no file and no line of the log', async () => {
  const { host } = await used()
  const canary = 'zebra-canary-4711'
  const { status } = await host.post('/api/chat/chat-here', { message: `What does ${canary} cost?` })
  expect(status).toBeLessThan(600)
  const files = readdirSync(host.dataDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(host.dataDir, name))
    .filter((file) => statSync(file).isFile())
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) expect(readFileSync(file).includes(canary), file).toBe(false)
  expect(JSON.stringify(host.lines)).not.toContain(canary)
})
