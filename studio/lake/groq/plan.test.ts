import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { planQuery } from './plan.ts'
import { resultOf } from './query.test-support.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('the plan cache is bounded by the length of the queries', async () => {
  const plan = (i: number) => planQuery(`"${`${i}`.padEnd(100_000)}"`, { tracing: false, params: {} })
  const plans = Array.from({ length: 30 }, (_, i) => new WeakRef(plan(i)))
  await new Promise(setImmediate)
  collectGarbage()
  expect(plans.filter((plan) => plan.deref()).length).toBeLessThan(15)
  expect(plan(29)).toBe(plans[29]!.deref())
})

test('the cache keeps a plan for each type of parameter in brackets', () => {
  const at = (a: unknown, b: unknown) => resultOf('[{"x": 1}, {"xy": 2}][$a + $b]', { params: { a, b } })
  expect(at(0, 1)).toEqual({ xy: 2 })
  expect(() => at(0.5, 0.25)).toThrow('array index must be an integer')
  expect(at('x', 'y')).toEqual([null, 2])
})
