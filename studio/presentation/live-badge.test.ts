import { expect, test } from 'vitest'
import { badgeOf } from '#studio/presentation/live-badge.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const LIVE = { rev: 'new', following: true }

test.each([
  ['has it', LIVE, 'Live', 'success'],
  ['has another one', { rev: 'old', following: true }, 'Going live …', 'primary'],
  ['gets no live events', { rev: null, following: false }, 'Not live yet: no live events', 'danger'],
  ['is unreachable', { failure: 'it answers 502' }, 'Site unreachable', 'danger'],
  ['has not answered yet', undefined, 'Checking the site …', undefined],
])('when the site %s, the badge of a published version is "%3$s"', (_when, answer, label, color) => {
  const badge = badgeOf({ _rev: 'new' }, answer, NOW)
  expect([badge.label, badge.color]).toEqual([label, color])
  if (answer && 'failure' in answer) expect(badge.title).toContain('(it answers 502)')
})

test('the badge of a live version says that "Show until" has passed', () => {
  expect(badgeOf({ _rev: 'new', showUntil: '2026-11-19T12:00:00Z' }, LIVE, NOW).label).toMatch(
    /^Hidden since /,
  )
})
