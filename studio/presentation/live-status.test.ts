import { expect, test } from 'vitest'
import { describe, liveStatusOf, type SiteRevision } from '#studio/presentation/live-status.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const PUBLISHED = { _rev: 'new' }

/** The badge of a document for this answer of the site. */
const badge = (served: Partial<SiteRevision>, { late = false, document = {} } = {}) =>
  describe(
    liveStatusOf(
      { rev: 'new', updatedAt: '2026-01-02T03:04:05Z', liveForMs: 0, following: true, ...served },
      { rev: PUBLISHED._rev, late, now: NOW },
    ),
    { ...PUBLISHED, ...document },
    NOW,
  )

test.each([
  [2_400, 'Live for 2 s'],
  [61_000, 'Live for 1 min'],
  [3 * 3_600_000, 'Live for 3 h'],
  [30 * 3_600_000, 'Live for 1 day'],
  [50 * 3_600_000, 'Live for 2 days'],
])('the badge of a version that the site has served for %i ms is “%s”', (liveForMs, label) => {
  expect(badge({ liveForMs })).toMatchObject({ label, color: 'success' })
})

test('the badge tells a version on its way from a late one and from a lost connection', () => {
  const old = { rev: 'old' }
  expect(badge(old)).toMatchObject({ label: 'Going live …', color: 'primary' })
  expect(badge(old, { late: true })).toMatchObject({ label: 'Not live: old version', color: 'warning' })
  for (const late of [false, true])
    expect(badge({ ...old, following: false }, { late })).toMatchObject({
      label: 'Not live yet: no live events',
      title: expect.stringContaining('the version of'),
      color: 'danger',
    })
  expect(badge({ rev: null, updatedAt: null })?.title).toBe('The site still shows nothing of this document.')
})

test('the badge names a site that doesn’t answer, and the reason', () => {
  const standing = { state: 'unreachable', url: 'https://keyturn.example', reason: 'it answers 502' } as const
  expect(describe(standing, PUBLISHED, NOW)).toMatchObject({
    label: 'Site unreachable',
    title: expect.stringMatching(/^https:\/\/keyturn\.example .*\(it answers 502\)/),
    color: 'danger',
  })
})

test('the badge says that a document waits for “Show from” or has passed “Show until”', () => {
  const [before, after] = [19, 21].map((day) => new Date(2026, 10, day, 12).toISOString())
  expect(badge({}, { document: { showFrom: after } })?.label).toMatch(/^Shows from Sat, Nov 21/)
  expect(badge({}, { document: { showUntil: before } })?.label).toMatch(/^Hidden since Thu, Nov 19/)
  expect(badge({}, { document: { showFrom: before, showUntil: after } })?.label).toBe('Live for 0 s')
})
