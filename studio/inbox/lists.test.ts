import { expect, onTestFinished, test, vi } from 'vitest'
import { csvRows, LISTS, shownColumns } from '#studio/inbox/lists.ts'

const state = LISTS.find(({ name }) => name === 'purchases')?.columns.find(({ title }) => title === 'State')

test.each([
  ['captured', null, 'paid, NOT RECORDED'],
  ['partially_refunded', null, 'partly refunded, NOT RECORDED'],
  ['captured', '2026-01-01T00:00:00Z', 'paid'],
  ['refunded', null, 'refunded'],
  ['created', null, 'not paid'],
])('an order that is %s and recorded %s reads "%s"', (order, recordedAt, text) => {
  expect(state?.value({ state: order, recordedAt })).toBe(text)
})

test('the table tells times by the editor’s own clock, the CSV in UTC', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  onTestFinished(() => void vi.unstubAllEnvs())
  const enquiries = LISTS.find(({ name }) => name === 'enquiries')!
  const enquiry = { receivedAt: '2020-11-26T02:14:00.000Z', firstName: 'Ann' }
  const [received] = enquiries.columns
  expect([received?.title, received?.value(enquiry)]).toEqual(['Received', 'Wed, Nov 25, 2020, 6:14 PM PST'])
  const [titles, row] = csvRows(enquiries, [enquiry])
  expect([titles?.[0], row?.[0]]).toEqual(['Received (UTC)', '2020-11-26 02:14'])
})

test('the CSV of purchases has what the bookkeeping needs: amounts to be added up, PayPal’s transaction, buyer’s address', () => {
  const purchases = LISTS.find(({ name }) => name === 'purchases')!
  const paid = { createdAt: '2026-11-26T02:14:00.000Z', recordedAt: '2026-11-26T02:15:00.000Z', title: 'Pro' }
  const money = { state: 'partially_refunded', amountCents: 99_900, currency: 'USD', refundedCents: 1_050 }
  const buyer = { firstName: 'Ann', phone: '1', address: '1 Main', city: 'Dover', region: 'DE' }
  const item = { ...paid, ...money, ...buyer, paypalOrderId: '5O1', captures: '3C6' }
  const [titles = [], row = []] = csvRows(purchases, [item])
  const csv = Object.fromEntries(titles.map((title, at) => [title, row[at]]))
  expect(csv).toMatchObject({
    Amount: '999.00',
    Currency: 'USD',
    Refunded: '10.50',
    'Recorded (UTC)': '2026-11-26 02:15',
    'PayPal order': '5O1',
    'PayPal transaction': '3C6',
    Address: '1 Main',
    City: 'Dover',
    'Buyer’s state': 'DE',
  })
  const shown = shownColumns(purchases).map(({ title }) => title)
  expect(shown).toContain('PayPal order')
  expect(shown).not.toContain('Address')
})
