import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#app/backend/database/database.ts'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import type { Database } from '#app/backend/database/schema.ts'
import { appendConsent, checkChain } from '#app/backend/enquiries/consents.ts'
import { listConsents, listEnquiries } from '#app/backend/staff/lists.ts'
import { enquiry } from '#app/backend/test-host.test-support.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

// Consents are kept for good, and SQLite answers in the process that takes enquiries and payments.
const RECORDS = 5_000

const postgres = await startPostgres()
afterAll(() => postgres.stop())
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
afterAll(() => db.destroy())

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

test('a search for a name takes no more than a few times what hashing the records does', async () => {
  const hashing = await cpuMs(() => checkChain(db))
  const search = { q: 'nobody' }
  expect(await cpuMs(() => listConsents(db, search))).toBeLessThan(6 * hashing)
  expect(await listConsents(db, { q: '4999 ann' })).toMatchObject({ total: 1 })
})

test('others are answered while the chain is looked at', async () => {
  let answered = 0
  const other = setInterval(() => answered++, 1)
  await checkChain(db)
  clearInterval(other)
  expect(answered).toBeGreaterThan(1)
})

test.skipIf(postgres.url === undefined)(
  'a search among very many on PostgreSQL is over before its statement would be ended',
  async () => {
    await using many = await openDatabase({ dataDir, databaseUrl: postgres.url, log: () => {} })
    await sql`insert into enquiries (id, received_at, first_name, last_name, email, phone, sms_consent, marketing_consent, request_id)
      select n::text, '2026-11-01T10:00:00.000Z', 'Ann', case n when 7 then 'Zoë' else 'Lee' end || ' from number ' || n,
        'ann' || n || '@example.com', '302 555 0100', 0, 0, 'r' from generate_series(1, 60000) n`.execute(
      many,
    )
    expect(await listEnquiries(many, { q: 'zoe ANN' })).toMatchObject({ total: 1 })
  },
)
