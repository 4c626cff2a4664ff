import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { planQuery } from '#studio/lake/groq-plan.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const options = { tracing: false, params: {}, delta: false }

test('long queries do not fill the memory with what is kept of them', async () => {
  const long = (name: string) => `["${name}"${',1'.repeat(50_000)}]`
  const plans = Array.from({ length: 30 }, (_, i) => new WeakRef(planQuery(long(`${i}`), options)))
  await new Promise(setImmediate)
  collectGarbage()
  const kept = plans.filter((plan) => plan.deref())
  expect(kept.length).toBeLessThan(15)
  expect(planQuery(long('29'), options)).toBe(plans[29]!.deref()) // the latest are still there
})
