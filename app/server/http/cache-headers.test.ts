import { expect, test } from 'vitest'
import { cdnCacheControl } from '#app/server/http/cache-headers.ts'

test.each([
  [Number.POSITIVE_INFINITY, 10, 30],
  [12_900, 10, 2],
  [900, 0, 0],
  [-5_000, 0, 0],
])(
  'with %s ms left a CDN may keep a page for %s s, and show it for %s s while it asks',
  (ms, fresh, stale) => {
    expect(cdnCacheControl(10, ms)).toMatch(
      new RegExp(`^public, s-maxage=${fresh}, stale-while-revalidate=${stale}, `),
    )
  },
)
