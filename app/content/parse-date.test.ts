import { expect, test, vi } from 'vitest'
import { parseDate } from '#app/content/parse-date.ts'

test.each(['UTC', 'America/New_York', 'Asia/Tokyo'])('a date means the same in %s as elsewhere', (zone) => {
  vi.stubEnv('TZ', zone)
  const read = (date: string) => new Date(parseDate(date)).toISOString().slice(0, 16)
  expect(read('2026-03-09')).toBe('2026-03-09T00:00')
  expect(read('2026-03-09T23:30:00')).toBe('2026-03-09T23:30')
  expect(read('2026-03-09 23:30')).toBe('2026-03-09T23:30')
  expect(read('5 January 2026')).toBe('2026-01-05T00:00')
  expect(read('2026-03-09T23:30:00.000Z')).toBe('2026-03-09T23:30')
  expect(read('2026-03-09T23:30:00-05:00')).toBe('2026-03-10T04:30')
  expect(read('Mon, 09 Mar 2026 23:30:00 GMT')).toBe('2026-03-09T23:30')
  expect(read('03-09-2026')).toBe('2026-03-09T00:00')
  expect(read('2026-3-9')).toBe('2026-03-09T00:00')
  expect(read('2026-03-09 23:30:00 -0500')).toBe('2026-03-10T04:30')
  expect(read('Mon Mar 09 2026 23:30:00 GMT-0500 (Eastern Standard Time)')).toBe('2026-03-10T04:30')
  expect(parseDate('soon')).toBeNaN()
})
