import { expect, test } from 'vitest'
import { Breaker } from '#app/host/breaker.server.ts'

function fall(breaker: Breaker, times: number, timedOut = true) {
  for (let i = 0; i < times; i++) {
    breaker.started()
    breaker.ended(timedOut)
  }
}

test('four time-outs and an answer keep it closed; other failures don’t count', () => {
  const breaker = new Breaker(() => 0)
  fall(breaker, 4)
  fall(breaker, 1, false)
  fall(breaker, 4)
  expect(breaker.open).toBe(false)
  fall(breaker, 1)
  expect(breaker.open).toBe(true)
})

test('open: one real call every 5 s, the first that is answered closes it', () => {
  let now = 0
  const breaker = new Breaker(() => now)
  fall(breaker, 5)
  now = 4_999
  expect(breaker.allowed()).toBe(false)
  now = 5_000
  expect(breaker.allowed()).toBe(true)
  breaker.started()
  expect(breaker.allowed()).toBe(false)
  expect(breaker.ended(false)).toBe(true)
  expect(breaker.allowed()).toBe(true)
})
