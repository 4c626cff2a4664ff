import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { enquiry } from '#app/backend/backend.test-support.ts'
import { erasePerson, findPerson } from '#app/backend/commands/person.ts'
import { findSitePurchases } from '#app/backend/commands/site-records.ts'
import { openDatabase } from '#app/backend/database/database.ts'
import type { Database } from '#app/backend/database/schema.ts'
import { storeEnquiry } from '#app/backend/enquiries/contact.ts'
import { fileDelivery } from '#app/backend/mail/mail.ts'
import { createOutboxWorker } from '#app/backend/mail/outbox.ts'
import { appendHistory } from '#app/backend/payments/order-store.ts'
import { MISSING_RECORD } from '#app/backend/payments/reconcile.ts'
import { openPurchases } from '#app/checkout/purchases.server.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const mailbox = { to: ['desk@example.com'], from: 'site@example.com' }
const theirs = { firstName: 'Theodora', email: 'theo@example.com', phone: '+1 (212) 555-0199' }

/** Stores two enquiries and a purchase of one person, and an enquiry of each of two others. */
async function seedRecords() {
  const folder = newFolder()
  const mailFolder = join(folder, 'mail')
  const db = await openDatabase({ dataDir: folder, log: () => {} })
  onTestFinished(() => db.destroy())
  const store = (change: object) => storeEnquiry(db, { ...enquiry, ...change }, { requestId: 'r' })
  /** Delivers all waiting mails. */
  const deliver = async () => {
    const worker = createOutboxWorker(db, {
      deliver: fileDelivery(mailFolder, () => {}),
      mailbox,
      log: () => {},
    })
    await worker.start({ alone: true })
    await expect
      .poll(() => db.selectFrom('outbox').select('id').where('sentAt', 'is', null).execute())
      .toEqual([])
    await worker.stop()
  }
  await store(theirs)
  await store({})
  await deliver()
  const mails = () => readdirSync(mailFolder).filter((name) => name.endsWith('.eml'))
  await store({ ...theirs, email: ' THEO@example.com', phone: '' })
  await store({ email: '', phone: '' })
  const order = { orderId: randomUUID(), paypalOrderId: '5O1', packageTitle: 'Gold', priceCents: 100 }
  const buyer = { firstName: 'Theodora', lastName: 'Lee', address: '', city: '', state: '', phone: '1' }
  await db
    .insertInto('purchases')
    .values({ ...order, ...buyer, userEmail: theirs.email, recordedAt: '2026-11-01', requestId: 'r' })
    .execute()
  await addUnrecordedOrder(db, ' Theo@example.com')
  await addUnrecordedOrder(db, undefined)
  return { db, folder, mailFolder, mails, deliver }
}

test("a person's data is found by their address or their number", async () => {
  const { db, folder } = await seedRecords()
  const by = async (person: Parameters<typeof findPerson>[1]) =>
    Object.values(await findPerson(db, person)).map((rows) => rows.length)
  expect(await by({ email: 'Theo@Example.com' })).toEqual([2, 1, 2, 1])
  expect(await by({ phone: '212.555.0199' })).toEqual([1, 0, 1, 0])
  expect(await by({ email: ' ' }), 'not who left the field empty').toEqual([0, 0, 0, 0])
  expect(await by({ phone: 'x' })).toEqual([0, 0, 0, 0])

  expect(findSitePurchases(folder, { email: theirs.email }), 'no site has run there').toEqual([])
  const purchases = openPurchases(folder)
  onTestFinished(() => purchases.close())
  const bought = { ...enquiry, address: '', city: '', state: 'NY', packageTitle: 'Gold', packagePrice: 1 }
  purchases.capturing({ ...bought, orderID: '5O1', userEmail: theirs.email, phone: '' })
  purchases.capturing({ ...bought, orderID: '5O2', userEmail: '' })
  expect(findSitePurchases(folder, { email: 'Theo@Example.com' })).toMatchObject([
    { orderID: '5O1', state: 'NY', became: 'capturing' },
  ])
  expect(findSitePurchases(folder, { phone: '302-555-0100' })).toMatchObject([{ orderID: '5O2' }])
  expect(findSitePurchases(folder, { email: '' })).toEqual([])
})

/** Stores a paid, unrecorded order about which the staff was notified. */
async function addUnrecordedOrder(db: Database, payer: string | undefined) {
  const id = randomUUID()
  const ids = { id, paypalOrderId: id, createRequestId: id, captureRequestId: id, requestId: id }
  const times = { createdAt: '2026-11-01', updatedAt: '2026-11-01' }
  const order = { ...ids, ...times, amountCents: 100, currency: 'USD', title: 'Gold', features: '[]' }
  await db
    .insertInto('paymentOrders')
    .values({ ...order, state: 'captured' } as never)
    .execute()
  await appendHistory(db, { orderId: id, type: MISSING_RECORD, source: 'reconcile', detail: { payer } })
}

test('erasing a person deletes their enquiries and mails, also from the database files; evidence and purchases stay', async () => {
  const { db, folder, mailFolder, mails } = await seedRecords()
  expect(await erasePerson(db, { email: theirs.email }, folder)).toEqual({ enquiries: 2, mails: 2 })
  expect(mails()).toHaveLength(1)
  expect(readFileSync(join(mailFolder, mails()[0]!), 'utf8')).toContain('Ann Lee')
  expect(await db.selectFrom('enquiries').select('email').orderBy('receivedAt').execute()).toEqual([
    { email: enquiry.email },
    { email: '' },
  ])
  expect(await db.selectFrom('outbox').select('id').where('sentAt', 'is', null).execute()).toHaveLength(1)
  expect(await findPerson(db, { email: theirs.email })).toMatchObject({
    enquiries: [],
    purchases: [{ paypalOrderId: '5O1' }],
    consents: [{}, {}],
    paidUnrecorded: [{ payer: ' Theo@example.com' }],
  })
  expect(await erasePerson(db, { email: theirs.email }, folder)).toEqual({ enquiries: 0, mails: 0 })
  expect(hasMailBytes(folder), 'SQLite must overwrite deleted rows').toBe(false)
})

/** Whether a database file still contains their mail. */
const hasMailBytes = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('host.sqlite'))
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .some((bytes) => bytes.includes('New enquiry from Theodora'))

test('erasing removes a waiting mail of a deleted enquiry', async () => {
  const { db, folder } = await seedRecords()
  await db.deleteFrom('enquiries').execute()
  expect(await erasePerson(db, { email: theirs.email }, folder)).toEqual({ enquiries: 0, mails: 2 })
})

test('erasing finds a base64 mail, whose letters are mostly not ASCII', async () => {
  const { db, folder, mails, deliver } = await seedRecords()
  const [firstName, lastName] = ['李', 'é'].map((letter) => letter.repeat(320))
  await storeEnquiry(db, { ...enquiry, email: 'li@example.com', firstName, lastName }, { requestId: 'r' })
  await deliver()
  const before = mails().length
  expect(await erasePerson(db, { email: 'li@example.com' }, folder)).toEqual({ enquiries: 1, mails: 1 })
  expect(mails()).toHaveLength(before - 1)
})
