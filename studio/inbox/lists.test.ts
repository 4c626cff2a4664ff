import { expect, test } from 'vitest'
import { LISTS } from '#studio/inbox/lists.ts'

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
