import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openPurchases } from '#app/checkout/purchases.server.ts'
import { createRateLimiter } from '#app/platform/rate-limit.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-20T12:00:00Z')

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

describe.each([
  ['forward', DAY_MS],
  ['back', -DAY_MS],
])('when the clock jumps %s by a day', (_direction, jump) => {
  const jumpNow = () => vi.setSystemTime(Date.now() + jump)

  test('no visitor is refused for longer than the window of a rate limit', async () => {
    const limiter = createRateLimiter({ perMinute: 1, perHour: 10 })
    expect(await limiter('203.0.113.5')).toBe(0)
    jumpNow()
    vi.advanceTimersByTime(60_000)
    expect(await limiter('203.0.113.5')).toBe(0)
  })

  test('a paid purchase is recorded without further delay', () => {
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
})
