import { expect, test } from 'vitest'
import { badgeOf } from '#studio/presentation/live-badge.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const LIVE = { rev: 'new', following: true }

test.each([
  ['has it', LIVE, 'Live', 'success'],
  ['has another one', { rev: 'old', following: true }, 'Going live …', 'primary'],
  ['gets no live events', { rev: null, following: false }, 'Not live yet: no live events', 'danger'],
  ['can’t be asked', { failure: 'it answers 502' }, 'Site unreachable', 'danger'],
  ['has not answered yet', undefined, 'Checking the site …', undefined],
])('the badge of a published version when the site %s is “%3$s”', (_when, answer, label, color) => {
  const badge = badgeOf({ _rev: 'new' }, answer, NOW)
  expect([badge.label, badge.color]).toEqual([label, color])
  if (answer && 'failure' in answer) expect(badge.title).toContain('(it answers 502)')
})

test('the badge says that a document waits for “Show from” or has passed “Show until”', () => {
  const [before, after] = [19, 21].map((day) => new Date(2026, 10, day, 12).toISOString())
  const label = (dates: object) => badgeOf({ _rev: 'new', ...dates }, LIVE, NOW).label
  expect(label({ showFrom: after })).toMatch(/^Shows from Sat, Nov 21/)
  expect(label({ showUntil: before })).toMatch(/^Hidden since Thu, Nov 19/)
  expect(label({ showFrom: before, showUntil: after })).toBe('Live')
})
