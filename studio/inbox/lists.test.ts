import { expect, onTestFinished, test, vi } from 'vitest'
import { csvRows, LISTS, shownColumns } from '#studio/inbox/lists.ts'

const state = LISTS.find(({ name }) => name === 'purchases')?.columns.find(({ title }) => title === 'State')

test.each([
  ['captured', null, 'paid, NOT RECORDED'],
  ['captured', '2026-01-01T00:00:00Z', 'paid'],
  ['refunded', null, 'refunded'],
])('an order that is %s and recorded %s reads "%s"', (order, recordedAt, text) => {
  expect(state?.value({ state: order, recordedAt })).toBe(text)
})

test("the table shows times in the editor's time zone, the CSV in UTC", () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  onTestFinished(() => void vi.unstubAllEnvs())
  const enquiries = LISTS.find(({ name }) => name === 'enquiries')!
  const enquiry = { receivedAt: '2020-11-26T02:14:00.000Z', firstName: 'Ann' }
  const [received] = enquiries.columns
  expect([received?.title, received?.value(enquiry)]).toEqual(['Received', 'Wed, Nov 25, 2020, 6:14 PM PST'])
  const [titles, row] = csvRows(enquiries, [enquiry])
  expect([titles?.[0], row?.[0]]).toEqual(['Received (UTC)', '2020-11-26 02:14'])
})

test('the CSV of purchases has amounts, the PayPal transaction and the address, for bookkeeping', () => {
  const purchases = LISTS.find(({ name }) => name === 'purchases')!
  const money = { state: 'partially_refunded', amountCents: 99_900, currency: 'USD', refundedCents: 1_050 }
  const [titles = [], row = []] = csvRows(purchases, [{ ...money, captures: '3C6', address: '1 Main' }])
  expect(Object.fromEntries(titles.map((title, index) => [title, row[index]]))).toMatchObject({
    Amount: '999.00',
    Currency: 'USD',
    Refunded: '10.50',
    'PayPal transaction': '3C6',
    Address: '1 Main',
  })
  expect(shownColumns(purchases).map(({ title }) => title)).not.toContain('Address')
})
