import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#app/backend/database/database.ts'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import { createRateLimiter, network, openRateLimitPool } from '#app/platform/rate-limit.ts'
import { faultProxy } from '#tests/support/fault-proxy.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

test('a limit per minute ends after the minute, one per hour after the hour', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const limiter = createRateLimiter({ perMinute: 2, perHour: 5 })
  const waits = async (times: number) => {
    const all: number[] = []
    for (let n = 0; n < times; n++) all.push(await limiter('203.0.113.5', 'contact'))
    return all
  }
  expect(await waits(3)).toEqual([0, 0, 60])
  vi.advanceTimersByTime(59_001)
  expect(await waits(1)).toEqual([1])
  vi.advanceTimersByTime(999)
  expect(await waits(2), 'a refused request does not count for the hour').toEqual([0, 0])
  vi.advanceTimersByTime(60_000)
  expect(await waits(2)).toEqual([0, 3_480])
  vi.advanceTimersByTime(3_480_000)
  expect(await waits(1)).toEqual([0])
})

test('each call and each network has a limit of its own; an IPv6 address counts for its /64 and its /48', async () => {
  const limiter = createRateLimiter({ perMinute: 1 })
  expect(await limiter('203.0.113.5', 'contact')).toBe(0)
  expect(await limiter('203.0.113.5', 'contact')).toBe(60)
  expect(await limiter('203.0.113.5', 'chat')).toBe(0)
  expect(await limiter('203.0.113.6', 'contact')).toBe(0)
  for (const refused of [false, true, true]) expect((await limiter('2001:db8:1:1::1')) > 0).toBe(refused)
  for (const subnet of [2, 3, 4]) expect(await limiter(`2001:db8:1:${subnet}::1`)).toBe(0)
  expect(await limiter('2001:db8:1:5::1'), 'four for the whole /48').toBe(60)
  expect(await limiter('2001:db8:2:1::1')).toBe(0)
})

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['no address', 'unknown'],
])('%s counts as %s', (address, counted) => {
  expect(network(address)).toBe(counted)
})

const postgres = await startPostgres()
afterAll(() => postgres.stop())

describe.skipIf(postgres.url === undefined)(`PostgreSQL ${postgres.reason ?? ''}`, () => {
  test('while the database hangs, each process counts alone, and a request waits at most seconds', async () => {
    await (await openDatabase({ dataDir: newFolder(), databaseUrl: postgres.url, log: () => {} })).destroy()
    const url = new URL(String(postgres.url))
    const proxy = await faultProxy(Number(url.port))
    onTestFinished(() => proxy.close())
    url.port = String(proxy.port)
    const pool = openRateLimitPool(url.href, () => {})
    onTestFinished(async () => (await pool).end())
    const limiter = createRateLimiter({ perMinute: 2 }, { name: 'cut off', pool })
    expect(await limiter('203.0.113.7')).toBe(0)
    await proxy.fault('hang')
    const startedAt = performance.now()
    expect([await limiter('203.0.113.7'), await limiter('203.0.113.7')]).toEqual([0, 0])
    expect(await limiter('203.0.113.7')).toBeGreaterThan(0)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    await proxy.fault('pass')
    await expect.poll(() => limiter('203.0.113.8'), { timeout: 10_000 }).toBe(0)
  })
})
