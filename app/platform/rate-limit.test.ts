import { expect, onTestFinished, test, vi } from 'vitest'
import { Budgets, network } from '#app/platform/rate-limit.ts'

test('a minute’s budget comes back after the minute, an hour’s after the hour', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const budgets = new Budgets({ perMinute: 2, perHour: 5 })
  const spend = () => budgets.spend('contact', '203.0.113.5')
  expect([spend(), spend(), spend()]).toEqual([0, 0, 60])
  vi.advanceTimersByTime(59_001)
  expect(spend()).toBe(1)
  vi.advanceTimersByTime(999)
  expect([spend(), spend()]).toEqual([0, 0])
  vi.advanceTimersByTime(60_000)
  expect([spend(), spend()]).toEqual([0, 3_480])
  vi.advanceTimersByTime(3_480_000)
  expect(spend()).toBe(0)
})

test('memory is bounded: 40,000 addresses leave 20,000', () => {
  const budgets = new Budgets({ perMinute: 60, perHour: 600 })
  for (let i = 0; i < 40_000; i++) budgets.spend('contact', `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`)
  expect(budgets.size).toBe(20_000)
})

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as %s', (address, counted) => {
  expect(network(address)).toBe(counted)
})
