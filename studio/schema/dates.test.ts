import { afterEach, expect, test, vi } from 'vitest'
import { formatDateTime } from '#studio/schema/dates.ts'
import { article } from '#studio/schema/documents/article.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

test("a time is shown in the editor's time zone, with the year if it is not the current one", () => {
  vi.setSystemTime(new Date('2026-11-25T12:00:00Z'))
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(formatDateTime('2026-11-30T17:00:00Z')).toBe('Mon, Nov 30, 9:00 AM PST')
  expect(formatDateTime('2027-07-01T05:30:00Z')).toBe('Wed, Jun 30, 2027, 10:30 PM PDT')
})

test("a new article has the editor's local date, not the date in UTC", () => {
  vi.stubEnv('TZ', 'America/New_York')
  vi.useFakeTimers({ now: new Date('2026-11-24T01:30:00Z') })
  const date = article.fields.find(({ name }) => name === 'date') as
    | { initialValue?: () => string }
    | undefined
  expect(date?.initialValue?.()).toBe('2026-11-23')
})
