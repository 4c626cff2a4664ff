import type { LiveEvent } from '@sanity/client'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openPurchases } from '#app/checkout/purchases.server.ts'
import type { Lake } from '#app/content/lake.server.ts'
import { openLastGood } from '#app/content/last-good.server.ts'
import { periodOf, SCHEDULE_QUERY } from '#app/content/schedule.ts'
import { ContentStore } from '#app/content/store.server.ts'
import { sendOnce } from '#app/forms/form-post.server.ts'
import { signEvidence, verifyEvidence } from '#app/platform/evidence.server.ts'
import { createRateLimiter } from '#app/platform/rate-limit.ts'
import { createPreviews } from '#app/preview/preview.server.ts'
import { securityTxt } from '#app/seo/site-files.server.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

// Issue J, "Faults": clocks that jump back and forth by a day, the days on which America/New_York changes its clocks, and
// the leap day. What a clock decides elsewhere stands there: retention, submissions, the Studio's cookie.
const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-20T12:00:00Z')

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

describe.each([
  ['forth', DAY_MS],
  ['back', -DAY_MS],
])('a clock that jumps %s by a day', (_way, jump) => {
  const jumpNow = () => vi.setSystemTime(Date.now() + jump)

  test('refuses no visitor for longer than a rate limit’s window', async () => {
    const limiter = createRateLimiter({ perMinute: 1, perHour: 10 })
    expect(await limiter('203.0.113.5')).toBe(0)
    jumpNow()
    vi.advanceTimersByTime(60_000)
    expect(await limiter('203.0.113.5')).toBe(0)
  })

  test('changes nothing of what a second press is, nor of how long', async () => {
    const form = new FormData()
    form.set('firstName', `Ann ${jump}`)
    const send = vi.fn(async () => {})
    const press = () => sendOnce('enquiry', form, { sender: 'one visitor', native: true }, send)
    await press()
    jumpNow()
    await press()
    expect(send).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(11_000)
    await press()
    expect(send).toHaveBeenCalledTimes(2)
  })

  test('does not keep a paid purchase waiting', () => {
    const purchases = openPurchases(newFolder())
    onTestFinished(() => purchases.close())
    const purchase = { orderID: 'O1' } as never
    purchases.capturing(purchase)
    purchases.captured('O1')
    purchases.postponed('O1', 'no answer')
    expect(purchases.due()).toEqual([])
    jumpNow()
    expect(purchases.due()).toEqual(['O1'])
    expect(purchases.get('O1')?.state).toBe('captured')
  })

  test('shows what is dated by the clock as it is now, at once', async () => {
    const showFrom = new Date(NOW + jump / 2).toISOString()
    const lake: Lake = {
      fetch: async (query, params) =>
        query === SCHEDULE_QUERY
          ? { result: [{ showFrom }], tags: ['s'] }
          : { result: String(params.now) >= showFrom ? 'shown' : 'not yet', tags: ['a'] },
      listen({ event }) {
        queueMicrotask(() => event({ type: 'welcome', id: 'w' } as LiveEvent))
        return () => {}
      },
    }
    const store = new ContentStore({ lake, lastGood: openLastGood(newFolder()), log: () => {} })
    onTestFinished(() => store.stop())
    await Promise.all([store.start(), vi.advanceTimersByTimeAsync(1_000)])
    const query = '*[showFrom <= $now]'
    const words = jump > 0 ? ['not yet', 'shown'] : ['shown', 'not yet']
    const before = await store.read(query)
    expect(before.result).toBe(words[0])
    jumpNow()
    expect(before.isCurrent(), 'no page is kept that was made of it').toBe(false)
    expect(await store.get(query)).toBe(words[1])
    vi.setSystemTime(Date.now() - jump)
    expect(await store.get(query), 'and set right again').toBe(words[0])
  })

  test('refuses what was signed before it, and nothing that is signed after', () => {
    const sign = () => signEvidence('secret', { target: 'POST /a', body: '{}' })
    const before = sign()
    jumpNow()
    expect(verifyEvidence('secret', before, 'POST /a')).toEqual({ ok: false, reason: 'expired' })
    expect(verifyEvidence('secret', sign(), 'POST /a')).toMatchObject({ ok: true })
  })

  test('lets a shared preview end by its own date', async () => {
    const previews = createPreviews(
      { SITE_URL: 'http://localhost:3000' } as never,
      'a secret of thirty-two characters',
    )
    const until = NOW + DAY_MS / 2
    const key = new URL(await previews.link('drafts.home', until)).searchParams.get('key')
    jumpNow()
    const link = await previews.openLink(key)
    expect(link?.until).toBe(until)
    expect(Number(link?.until) < Date.now()).toBe(jump > 0)
  })
})

describe.each([
  ['the clocks go forward', '2026-03-08T06:59:59.000Z'],
  ['the clocks go back', '2026-11-01T05:59:59.000Z'],
  ['the leap day begins', '2028-02-28T23:59:59.000Z'],
  ['the leap day ends', '2028-02-29T23:59:59.000Z'],
])('when %s', (_what, last) => {
  const zone = process.env.TZ
  beforeEach(() => {
    process.env.TZ = 'America/New_York'
  })
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
  const at = Date.parse(last)

  test('a date of the content is that moment, not an hour more or less', () => {
    const showFrom = new Date(at + 1_000).toISOString()
    expect(periodOf([{ showFrom }], at)).toMatchObject({ validUntil: at + 1_000 })
    expect(periodOf([{ showFrom }], at + 1_000)).toEqual({ now: showFrom, validUntil: undefined })
  })

  test('rate limits, repetitions and links last as long as on any day', async () => {
    vi.setSystemTime(at)
    const limiter = createRateLimiter({ perMinute: 5, perHour: 1 })
    await limiter('203.0.113.5')
    expect(await limiter('203.0.113.5')).toBe(3_600)
    const purchases = openPurchases(newFolder())
    onTestFinished(() => purchases.close())
    purchases.capturing({ orderID: 'O1' } as never)
    vi.advanceTimersByTime(59_999)
    expect(purchases.due()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(purchases.due()).toEqual(['O1'])
    const expires = /^Expires: (.*)$/m.exec(securityTxt({ email: 'a@example.com' } as never, 'http://a'))?.[1]
    expect(Date.parse(String(expires))).toBeGreaterThan(at + 90 * DAY_MS)
  })
})
