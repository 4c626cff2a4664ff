import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Breaker } from '#app/host/breaker.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function fall(breaker: Breaker, times: number, timedOut = true) {
  for (let i = 0; i < times; i++) {
    breaker.started()
    breaker.ended(timedOut)
  }
}

test('four time-outs and an answer keep it closed; other failures don’t count', () => {
  const breaker = new Breaker()
  fall(breaker, 4)
  fall(breaker, 1, false)
  fall(breaker, 4)
  expect(breaker.open).toBe(false)
  fall(breaker, 1)
  expect(breaker.open).toBe(true)
})

test('open: one real call every 5 s, the first that is answered closes it', () => {
  const breaker = new Breaker()
  fall(breaker, 5)
  vi.advanceTimersByTime(4_999)
  expect(breaker.allowed()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(breaker.allowed()).toBe(true)
  breaker.started()
  expect(breaker.allowed()).toBe(false)
  expect(breaker.ended(false)).toBe(true)
  expect(breaker.allowed()).toBe(true)
})
