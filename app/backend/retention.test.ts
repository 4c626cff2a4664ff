import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { enquiry, startTestHost } from '#app/backend/backend.test-support.ts'
import { openDatabase } from '#app/backend/database/database.ts'
import { removeOld } from '#app/backend/retention.ts'

const DAY_MS = 86_400_000

/** A backend with an enquiry and its delivered mail, a consent and an order. */
async function usedBackend() {
  const host = await startTestHost()
  onTestFinished(() => host.stop())
  await host.post('/api/mail/contact', enquiry)
  await host.post('/api/paypal/create_order', { amount: '499.00', title: 'Gold', features: [] })
  const mailFolder = join(host.dataDir, 'mail')
  const db = await openDatabase({ dataDir: host.dataDir, log: () => {} })
  onTestFinished(() => db.destroy())
  const unsent = () => db.selectFrom('outbox').select('id').where('sentAt', 'is', null).execute()
  await expect.poll(unsent).toEqual([])
  const startedAt = Date.now()
  onTestFinished(() => void vi.useRealTimers())
  const removeAfter = (afterDays: number, days: number) => {
    vi.setSystemTime(startedAt + afterDays * DAY_MS)
    return removeOld({ db, days, mailFolder, log: () => {} })
  }
  const counts = async () => {
    const rows = async (table: 'enquiries' | 'outbox' | 'consents' | 'paymentOrders') =>
      (await db.selectFrom(table).selectAll().execute()).length
    return {
      enquiries: await rows('enquiries'),
      outbox: await rows('outbox'),
      mails: readdirSync(mailFolder).filter((name) => name.endsWith('.eml')).length,
      consents: await rows('consents'),
      orders: await rows('paymentOrders'),
    }
  }
  return { host, db, removeAfter, counts }
}

test('an old enquiry is removed with its mail, from the files too; consents and orders stay', async () => {
  const { host, removeAfter, counts } = await usedBackend()
  const isWritten = () =>
    readdirSync(host.dataDir)
      .filter((name) => name.startsWith('host.sqlite'))
      .some((name) => readFileSync(join(host.dataDir, name), 'latin1').includes('New enquiry from Ann Lee'))
  const all = { enquiries: 1, outbox: 1, mails: 1, consents: 1, orders: 1 }
  await removeAfter(0, 30)
  await removeAfter(29.9, 30)
  expect(await counts()).toEqual(all)
  expect(isWritten()).toBe(true)
  await removeAfter(30.1, 30)
  expect(isWritten()).toBe(false)
  expect(await counts()).toEqual({ ...all, enquiries: 0, outbox: 0, mails: 0 })
})

test('an undelivered mail is never removed', async () => {
  const { db, removeAfter, counts } = await usedBackend()
  await db.updateTable('outbox').set({ sentAt: null }).execute()
  await removeAfter(2, 1)
  expect(await counts()).toMatchObject({ enquiries: 0, outbox: 1 })
})

test('after the clock jumps ahead nothing is removed for a day, so that it can be set right', async () => {
  const { removeAfter, counts } = await usedBackend()
  for (const day of [0, 4_000, 4_000.9, 0.1, 4_000]) await removeAfter(day, 730)
  expect((await counts()).enquiries).toBe(1)
  await removeAfter(4_001.1, 730)
  expect((await counts()).enquiries).toBe(0)
})

test('a question to the assistant is in no file and no log line', async () => {
  const { host } = await usedBackend()
  const canary = 'zebra-canary-4711'
  await host.post('/api/chat/chat-here', { message: `What does ${canary} cost?` })
  const files = readdirSync(host.dataDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(host.dataDir, name))
    .filter((file) => statSync(file).isFile())
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) expect(readFileSync(file).includes(canary), file).toBe(false)
  expect(JSON.stringify(host.lines)).not.toContain(canary)
})
