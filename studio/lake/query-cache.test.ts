import { expect, test } from 'vitest'
import { QueryCache } from '#studio/lake/query-cache.ts'
import type { Answer } from '#studio/lake/query-task.ts'

/** A query that the test completes. */
function question(...syncTags: string[]) {
  let finish = (_: Answer) => {}
  const asked = {
    times: 0,
    evaluate() {
      asked.times++
      return new Promise<Answer>((resolve) => {
        finish = resolve
      })
    },
    give: (bytes = 10) => finish({ json: new Uint8Array(bytes), syncTags }),
  }
  return asked
}
async function answered(
  answers: QueryCache,
  key: string,
  asked: ReturnType<typeof question>,
  bytes?: number,
) {
  const answer = answers.get(key, asked.evaluate)
  asked.give(bytes)
  return answer
}

test('an answer is cached until one of its tags changes', async () => {
  const answers = new QueryCache(),
    plans = question('plan')
  await answered(answers, 'q', plans)
  answers.changed(['faq'])
  await answered(answers, 'q', plans)
  expect(plans.times).toBe(1)
  answers.changed(['faq', 'plan'])
  await answered(answers, 'q', plans)
  expect(plans.times).toBe(2)
})

test('the cache is bounded and keeps recent answers', async () => {
  const answers = new QueryCache(),
    MB = 1024 * 1024
  const asked = Array.from({ length: 40 }, () => question('plan'))
  for (const [i, one] of asked.entries()) {
    await answered(answers, `q${i}`, one, MB)
    await answered(answers, 'q0', asked[0]!, MB)
  }
  expect(asked[0]!.times).toBe(1)
  await answered(answers, 'q39', asked[39]!, MB)
  expect(asked[39]!.times).toBe(1)
  await answered(answers, 'q1', asked[1]!, MB)
  expect(asked[1]!.times).toBe(2)
})
