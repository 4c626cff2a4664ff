import { expect, onTestFinished, test, vi } from 'vitest'
import { moment } from '#studio/schema/moment.ts'

test('a time is told by the editor’s own clock, which is named, and with the year where it is another', () => {
  vi.setSystemTime(new Date('2026-11-25T12:00:00Z'))
  vi.stubEnv('TZ', 'America/Los_Angeles')
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.useRealTimers()
  })
  expect(moment('2026-11-30T17:00:00Z')).toBe('Mon, Nov 30, 9:00 AM PST')
  expect(moment('2027-07-01T05:30:00Z')).toBe('Wed, Jun 30, 2027, 10:30 PM PDT')
})
