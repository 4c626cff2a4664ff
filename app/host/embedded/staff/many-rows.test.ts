import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendConsent, checkChain } from '#app/host/embedded/consents.ts'
import { openDatabase } from '#app/host/embedded/database.ts'
import type { Database } from '#app/host/embedded/schema.ts'
import { listConsents } from '#app/host/embedded/staff/lists.ts'
import { enquiry, newFolder } from '#app/host/embedded/test-host.test-support.ts'

// Consents are kept for good, and SQLite answers in the process that takes enquiries and payments.
const RECORDS = 5_000

const dataDir = newFolder()
let db: Database
beforeAll(async () => {
  db = await openDatabase({ dataDir, log: () => {} })
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < RECORDS; n++)
      await appendConsent(
        tx,
        {
          ...enquiry,
          ...{ id: randomUUID(), receivedAt: new Date().toISOString(), lastName: `Lee ${n}` },
          ...{ smsConsent: 1, marketingConsent: 0, campaign: null, requestId: 'r', evidenceId: null },
        },
        undefined,
      )
  })
})
afterAll(async () => {
  await db.destroy()
  rmSync(dataDir, { recursive: true })
})

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

test('a search for a name takes no more than a few times what hashing the records does', async () => {
  const hashing = await cpuMs(() => checkChain(db))
  const search = new URLSearchParams({ q: 'nobody' })
  expect(await cpuMs(() => listConsents(db, search))).toBeLessThan(6 * hashing)
  expect(await listConsents(db, new URLSearchParams({ q: '4999 ann' }))).toMatchObject({ total: 1 })
})

test('others are answered while the chain is looked at', async () => {
  let answered = 0
  const other = setInterval(() => answered++, 1)
  await checkChain(db)
  clearInterval(other)
  expect(answered).toBeGreaterThan(1)
})
