import { expect, test } from 'vitest'
import { periodOf } from '#app/content/schedule.ts'

const at = (time: string) => Date.parse(time)
const schedule = [
  { showFrom: '2026-11-23T09:00:00.000Z', showUntil: null },
  { showFrom: null, showUntil: '2026-11-25T17:30:00.000Z' },
  { showFrom: 'soon', showUntil: 7 },
]

test('a period includes its beginning and excludes its end', () => {
  const between = { now: '2026-11-23T09:00:00.000Z', validUntil: at('2026-11-25T17:30:00.000Z') }
  expect(periodOf(schedule, at('2026-11-23T09:00:00.000Z'))).toEqual(between)
  expect(periodOf(schedule, at('2026-11-25T17:29:59.999Z'))).toEqual(between)
})

test('the first period has no beginning, the last has no end', () => {
  expect(periodOf(schedule, at('2026-11-23T08:59:59.999Z'))).toEqual({
    now: '1970-01-01T00:00:00.000Z',
    validUntil: at('2026-11-23T09:00:00.000Z'),
  })
  expect(periodOf(schedule, at('2026-11-25T17:30:00.000Z'))).toEqual({
    now: '2026-11-25T17:30:00.000Z',
    validUntil: undefined,
  })
})
