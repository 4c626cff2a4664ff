import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { answer, refusal } from '#studio/lake/groq/test-query.ts'
import { planQuery } from '#studio/lake/groq-plan.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const options = { tracing: false, params: {} }

test('long queries do not fill the memory with what is kept of them', async () => {
  const long = (name: string) => `"${name.padEnd(100_000)}"`
  const plans = Array.from({ length: 30 }, (_, i) => new WeakRef(planQuery(long(`${i}`), options)))
  await new Promise(setImmediate)
  collectGarbage()
  const kept = plans.filter((plan) => plan.deref())
  expect(kept.length).toBeLessThan(15)
  expect(planQuery(long('29'), options)).toBe(plans[29]!.deref()) // the latest are still there
})

test('nor do the ways in which one may be meant', async () => {
  const long = (name: string) => `[$a, "${name.padEnd(100_000)}"][$a][$b]`
  const meant = [1, 'text', true].flatMap((a) => [1, 'text', true].map((b) => ({ a, b })))
  const plans = [0, 1, 2, 3, 4].flatMap((i) =>
    meant.map((params) => new WeakRef(planQuery(long(`${i}`), { tracing: false, params }))),
  )
  await new Promise(setImmediate)
  collectGarbage()
  expect(plans.filter((plan) => plan.deref()).length).toBeLessThan(15)
})

test('what a query holds is compiled once, wherever it is wanted', () => {
  const slots = (query: string) => planQuery(query, options).memorySize
  // What a document is looked up by is wanted for that, and in the condition.
  const lookedUp = (depth: number): string =>
    depth === 0 ? '(1 in [1])' : `*[_id == ${lookedUp(depth - 1)}]`
  expect(slots(lookedUp(14))).toBeLessThan(100)
  const functions = Array.from(
    { length: 14 },
    (_, i) => `fn my::f${i}($p) = $p{"a": my::f${i + 1}(@), "b": my::f${i + 1}(@)};`,
  )
  expect(slots(`${functions.join('')}fn my::f14($p) = $p{"c": 1 in [1]}; my::f0(*[0])`)).toBeLessThan(100)
})

test('what brackets mean does not hang on the parameters of an earlier question', () => {
  const half = (n: unknown) => answer('[1, 2, 3][0...$n / 2]', { params: { n } })
  const wrong = 'subscript ranges must have integer endpoints'
  expect(refusal('[1, 2, 3][0...$n / 2]', { n: 3 })?.description).toBe(wrong)
  expect(half(4)).toEqual([1, 2])
  expect(() => half(3)).toThrow(wrong)
  const at = (a: unknown, b: unknown) => answer('[{"x": 1}, {"xy": 2}][$a + $b]', { params: { a, b } })
  expect(at(0.5, 0.5)).toEqual({ xy: 2 })
  expect(() => at(0.5, 0.25)).toThrow('array index must be an integer')
  expect(at('x', 'y')).toEqual([null, 2])
  expect(at('x', 1)).toEqual([])
})
