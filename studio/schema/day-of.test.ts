import { afterEach, expect, test, vi } from 'vitest'
import { article } from '#studio/schema/documents/article.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

test('an article begun in the evening of New York has that day’s date, not tomorrow’s', () => {
  vi.stubEnv('TZ', 'America/New_York')
  vi.useFakeTimers({ now: new Date('2026-11-24T01:30:00Z') })
  const date = article.fields.find(({ name }) => name === 'date') as
    | { initialValue?: () => string }
    | undefined
  expect(date?.initialValue?.()).toBe('2026-11-23')
})
