import { expect, onTestFinished, test, vi } from 'vitest'
import { LISTS, writtenRows } from '#studio/inbox/lists.ts'

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
  const [titles, row] = writtenRows(enquiries, [enquiry])
  expect([titles?.[0], row?.[0]]).toEqual(['Received (UTC)', '2020-11-26 02:14'])
})
