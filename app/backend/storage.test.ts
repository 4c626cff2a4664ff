import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  collectLog,
  enquiry as plainEnquiry,
  review as plainReview,
} from '#app/backend/backend.test-support.ts'
import { openDatabase } from '#app/backend/database/database.ts'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import type { Database } from '#app/backend/database/schema.ts'
import { appendConsent, checkChain, findConsents, storeWording } from '#app/backend/enquiries/consents.ts'
import { storeEnquiry } from '#app/backend/enquiries/contact.ts'
import { claimKey, deleteExpiredKeys } from '#app/backend/http/idempotency-key.ts'
import {
  addSamplesOnce,
  deleteOldNetworks,
  deleteReview,
  listAllReviews,
  listReviews,
  removeSamples,
  setHidden,
  storeReview,
} from '#app/backend/reviews/reviews.ts'
import { type Evidence, wordingHash } from '#app/platform/evidence.server.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const SMS =
  'Yes, text me notifications and alerts. Message frequency varies. Reply STOP to unsubscribe, HELP for help.'
const enquiry = {
  ...plainEnquiry,
  lastName: 'Łee 🏡',
  email: 'Ann@Example.com',
  phone: '+1 (302) 555-0100',
}
const review = { ...plainReview, reviewDescription: '  as typed\n ' }

function evidenceOf(change: Partial<Evidence> = {}): Evidence {
  return {
    id: randomUUID(),
    at: '2026-03-01T09:59:59.000Z',
    target: 'POST /api/mail/contact',
    body: '0'.repeat(64),
    address: '203.0.113.9',
    userAgent: 'Browser/1.0',
    page: '/contact-us',
    campaign: { utm_source: 'mail' },
    wordings: [{ field: 'smsConsent', hash: wordingHash(SMS), text: SMS }],
    ...change,
  }
}

const postgres = await startPostgres()
const folder = newFolder()
const { log } = collectLog()
afterAll(() => postgres.stop())

describe('SQLite', () => storage(() => openDatabase({ dataDir: folder, log })))

test("deleting a review removes it from SQLite's files while the backend has them open", async () => {
  const dataDir = newFolder()
  const db = await openDatabase({ dataDir, log })
  onTestFinished(() => db.destroy())
  await storeReview(db, { ...review, reviewDescription: 'She lives at 12 Elm Street' })
  const [{ id = '' } = {}] = await listAllReviews(db)
  const isWritten = () =>
    readdirSync(dataDir).some((name) => readFileSync(join(dataDir, name), 'latin1').includes('12 Elm Street'))
  expect(isWritten()).toBe(true)
  expect(await deleteReview(db, id)).toBe(true)
  expect(isWritten()).toBe(false)
  expect(await deleteReview(db, id)).toBe(false)
})

test('on a full disk SQLite names the cause and stores nothing; it works again once there is space', async () => {
  const dataDir = join(folder, 'full')
  mkdirSync(dataDir)
  const db = await openDatabase({ dataDir, log })
  const store = () => storeEnquiry(db, { ...enquiry, firstName: 'x'.repeat(300) }, { requestId: 'r-1' })
  const limit = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db)
  await store()
  const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(db)
  await limit(rows[0]!.pageCount)
  const results = []
  for (let i = 0; i < 20; i++) results.push(...(await Promise.allSettled([store()])))
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused.at(-1)).toMatchObject({ reason: { message: 'database or disk is full' } })
  await limit(100_000)
  await store()
  for (const table of ['enquiries', 'consents', 'outbox'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toHaveLength(22 - refused.length)
  await db.destroy()
})

describe.skipIf(postgres.url === undefined)(
  postgres.url === undefined ? `PostgreSQL (${postgres.reason})` : 'PostgreSQL',
  () => storage(() => openDatabase({ dataDir: folder, databaseUrl: postgres.url, log })),
)

function storage(open: () => Promise<Database>) {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.destroy())
  beforeEach(async () => {
    await db.deleteFrom('enquiries').execute()
    await db.deleteFrom('outbox').execute()
    await db.deleteFrom('reviews').execute()
    await db.deleteFrom('hostState').execute()
  })
  const count = async (table: 'enquiries' | 'consents' | 'outbox') =>
    (await db.selectFrom(table).selectAll().execute()).length
  const store = (evidence: Evidence | undefined, change: Partial<typeof enquiry> = {}) =>
    storeEnquiry(db, { ...enquiry, ...change }, { evidence, requestId: 'r-1' })

  test('an older version refuses a database of a newer one and changes nothing', async () => {
    const step = { name: '2099-01-later', timestamp: '2099-01-01T00:00:00.000Z' }
    const steps = sql.table('kysely_migration')
    await sql`insert into ${steps} (name, timestamp) values (${step.name}, ${step.timestamp})`.execute(db)
    await expect(open()).rejects.toThrow(
      /was made by a newer version of the product \(“2099-01-later”\)\. It was not changed\. Start that version, or restore a backup from before it$/,
    )
    await sql`delete from ${steps} where name = ${step.name}`.execute(db)
  })

  test('a consent record has wording, boxes, time, page, address and user agent', async () => {
    const phone = '+1 (303) 555-0101'
    await store(evidenceOf(), { phone })
    const [record, ...others] = await findConsents(db, { phone: '303.555.0101' })
    expect(others).toEqual([])
    expect(record).toMatchObject({
      phone,
      smsConsent: 1,
      marketingConsent: 0,
      page: '/contact-us',
      address: '203.0.113.9',
      userAgent: 'Browser/1.0',
      signedAt: '2026-03-01T09:59:59.000Z',
      texts: [{ field: 'smsConsent', hash: wordingHash(SMS), text: SMS }],
    })
    expect(record!.recordedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(await findConsents(db, { phone: '' })).toEqual([])
  })

  test('a repeated submission is one enquiry, one record and one mail, also in parallel', async () => {
    const records = await count('consents')
    const submission = randomUUID()
    const send = (name: string) =>
      storeEnquiry(db, enquiry, { evidence: evidenceOf(), requestId: 'r-1', submission: name })
    await Promise.all([send(submission), send(submission), send(submission)])
    await send(submission)
    expect([await count('enquiries'), await count('outbox')]).toEqual([1, 1])
    expect(await count('consents')).toBe(records + 1)
    const evidence = evidenceOf()
    await Promise.all([store(evidence), store(evidence)])
    await send(randomUUID())
    expect(await count('enquiries')).toBe(3)
  })

  test('after ten minutes the same key is a new submission, also if the clock was set back', async () => {
    const submission = randomUUID()
    const minute = 60_000
    const now = Date.now()
    onTestFinished(() => void vi.useRealTimers())
    const claim = (at: number) => {
      vi.setSystemTime(now + at * minute)
      return db.transaction().execute((tx) => claimKey(tx, 'contact', submission))
    }
    const answers = []
    for (const at of [0, 0, 9.9, 10.1, 15, 15 - 1_440, 15 - 1_440]) answers.push(await claim(at))
    expect(answers).toEqual([true, false, false, true, false, true, false])
    await deleteExpiredKeys(db, now + 15 * minute)
    expect(
      await db.selectFrom('submissions').selectAll().where('key', 'like', `%${submission}`).execute(),
    ).toEqual([])
  })

  test('an unregistered wording is refused and stores nothing; after its registration the same submission is stored', async () => {
    const records = await count('consents')
    const text = `Registered before ${randomUUID()}`
    const submission = randomUUID()
    const send = () =>
      storeEnquiry(
        db,
        { ...enquiry, phone: '304 555 0102' },
        {
          evidence: evidenceOf({ wordings: [{ field: 'smsConsent', hash: wordingHash(text) }] }),
          requestId: 'r-1',
          submission,
        },
      )
    await expect(send()).rejects.toMatchObject({ status: 422 })
    const forged = [{ field: 'smsConsent' as const, hash: wordingHash('other words'), text }]
    await expect(store(evidenceOf({ wordings: forged }))).rejects.toMatchObject({ status: 422 })
    expect([await count('enquiries'), await count('outbox')]).toEqual([0, 0])
    expect(await count('consents')).toBe(records)
    await storeWording(db, text)
    await send()
    expect(await findConsents(db, { phone: '304 555 0102' })).toMatchObject([{ texts: [{ text }] }])
  })

  test('nobody can change or delete a consent record or wording', async () => {
    await store(evidenceOf())
    for (const table of ['consents', 'wordings'] as const) {
      await expect(db.deleteFrom(table).execute()).rejects.toThrow(/append-only/)
      await expect(sql`update ${sql.table(table)} set hash = 'x'`.execute(db)).rejects.toThrow(/append-only/)
    }
  })

  test('parallel enquiries make one intact chain', async () => {
    const records = await count('consents')
    await Promise.all(Array.from({ length: 25 }, () => store(evidenceOf())))
    expect(await checkChain(db)).toEqual({ records: records + 25, brokenAt: null })
  })

  test('a forged record breaks the chain', async () => {
    await store(evidenceOf())
    const { records } = await checkChain(db)
    const forge = db.transaction().execute(async (tx) => {
      await sql`insert into consents select ${sql.lit(records + 1)}, enquiry_id, recorded_at, first_name, last_name, email, phone,
        1, 1, wordings, page, address, user_agent, campaign, signed_at, request_id, previous_hash, 'forged', email_key, phone_key
        from consents where sequence = ${sql.lit(records)}`.execute(tx)
      expect(await checkChain(tx)).toEqual({ records, brokenAt: records + 1 })
      throw new Error('roll back')
    })
    await expect(forge).rejects.toThrow('roll back')
    expect(await checkChain(db)).toEqual({ records, brokenAt: null })
  })

  test('a changed wording breaks the chain and is not printed', async () => {
    const { records } = await checkChain(db)
    const shown = { field: 'smsConsent' as const, hash: wordingHash('what was shown') }
    const phone = '305 555 0199'
    const forge = db.transaction().execute(async (tx) => {
      await tx
        .insertInto('wordings')
        .values({ hash: shown.hash, text: 'what was not', firstSeenAt: '2026-03-01T10:00:00.000Z' })
        .execute()
      const row = { ...enquiry, ...{ id: randomUUID(), receivedAt: '', requestId: 'r', evidenceId: null } }
      await appendConsent(
        tx,
        { ...row, phone, smsConsent: 1, marketingConsent: 0, campaign: null },
        evidenceOf({ wordings: [shown] }),
      )
      expect(await checkChain(tx)).toEqual({ records, brokenAt: records + 1 })
      expect(await findConsents(tx, { phone })).toMatchObject([{ texts: [{ ...shown, text: null }] }])
      throw new Error('roll back')
    })
    await expect(forge).rejects.toThrow('roll back')
    expect(await checkChain(db)).toEqual({ records, brokenAt: null })
  })

  test('reviews are listed newest first and as typed; staff hide and show them', async () => {
    await storeReview(db, { ...review, date: '2026-03-02T00:00:00+02:00' })
    await storeReview(db, review)
    await storeReview(db, { ...review, date: '2025-12-31T23:59:59Z', rating: 1 })
    const list = await listReviews(db)
    expect(list.map(({ date }) => date)).toEqual([
      '2026-03-01T22:00:00.000Z',
      '2026-03-01T10:00:00.000Z',
      '2025-12-31T23:59:59.000Z',
    ])
    expect(list[1]).toEqual({ ...review, id: expect.any(String) })
    expect(await setHidden(db, [list[1]!.id], true)).toBe(1)
    expect((await listReviews(db)).map(({ id }) => id)).toEqual([list[0]!.id, list[2]!.id])
    await setHidden(db, [list[1]!.id], false)
    expect(await listReviews(db)).toEqual(list)
    expect(await setHidden(db, [randomUUID()], true)).toBe(0)
  })

  test('a repeated review is stored once and answered alike; the list has at most 1,000 reviews and 512 KiB', async () => {
    const evidenceId = randomUUID()
    await Promise.all([1, 2].map(() => storeReview(db, review, { evidenceId })))
    const waiting = { submission: randomUUID(), address: '203.0.113.5', perDay: 0 }
    for (const evidenceId of [randomUUID(), randomUUID()])
      expect(await storeReview(db, review, { ...waiting, evidenceId })).toEqual({ pending: true })
    expect(await listAllReviews(db)).toHaveLength(2)
    await db.updateTable('reviews').set({ pending: 0 }).execute()
    const row = (await listAllReviews(db))[0]!
    const rows = (count: number, reviewDescription: string) =>
      Array.from({ length: count }, () => ({ ...row, id: randomUUID(), evidenceId: null, reviewDescription }))
    for (let i = 0; i < 11; i++) await db.insertInto('reviews').values(rows(100, 'Good')).execute()
    expect(await listReviews(db)).toHaveLength(1_000)
    await db.deleteFrom('reviews').execute()
    await db
      .insertInto('reviews')
      .values(rows(80, '☂'.repeat(4_000)))
      .execute()
    expect(Buffer.byteLength(JSON.stringify(await listReviews(db)))).toBeLessThan(540 * 1024)
  })

  test('further reviews of one network within a day wait for approval; its address is deleted after the day', async () => {
    const sent = (address: string) => storeReview(db, review, { address, perDay: 2 })
    const pending = async (address: string) => (await sent(address)).pending
    expect(await pending('203.0.113.5')).toBe(false)
    expect(await pending('::ffff:203.0.113.5')).toBe(false)
    expect(await pending('203.0.113.5')).toBe(true)
    expect(await pending('203.0.113.6'), 'another address').toBe(false)
    for (const last of ['1', '2']) expect(await pending(`2001:db8:0:1::${last}`)).toBe(false)
    expect(await pending('2001:db8:0:1:ffff::9'), 'the same /64').toBe(true)
    expect(await pending('2001:db8:0:2::1'), 'another /64').toBe(false)
    for (let i = 0; i < 3; i++) expect(await pending(''), "the site's own").toBe(false)
    const all = await listAllReviews(db)
    const waiting = all.filter((row) => row.pending === 1).map(({ id }) => id)
    expect(waiting).toHaveLength(2)
    expect(await listReviews(db)).toHaveLength(all.length - 2)
    expect(await setHidden(db, waiting, false)).toBe(2)
    expect(await listReviews(db)).toHaveLength(all.length)
    await deleteOldNetworks(db, Date.now())
    expect(await pending('203.0.113.5')).toBe(true)
    await deleteOldNetworks(db, Date.now() + 24 * 3_600_000 + 1)
    expect((await listAllReviews(db)).filter(({ network }) => network !== null)).toEqual([])
    expect(await pending('203.0.113.5')).toBe(false)
  })

  test('the eight samples say that they are samples, are added once, and can be removed permanently', async () => {
    await addSamplesOnce(db)
    await addSamplesOnce(db)
    const samples = await listReviews(db)
    expect(samples).toHaveLength(8)
    for (const { reviewDescription } of samples) expect(reviewDescription).toMatch(/sample/i)
    await storeReview(db, review)
    expect(await removeSamples(db)).toBe(8)
    await addSamplesOnce(db)
    expect(await listReviews(db)).toHaveLength(1)
  })
}
