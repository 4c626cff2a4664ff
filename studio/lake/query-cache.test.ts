import { expect, test } from 'vitest'
import { QueryCache } from '#studio/lake/query-cache.ts'
import type { Answer } from '#studio/lake/query-task.ts'

/** A query that the test completes. */
function question(...syncTags: string[]) {
  let finish = (_: Answer) => {}
  const request = {
    times: 0,
    evaluate() {
      request.times++
      return new Promise<Answer>((resolve) => {
        finish = resolve
      })
    },
    give: (bytes = 10) => finish({ json: new Uint8Array(bytes), syncTags }),
  }
  return request
}
async function answered(
  answers: QueryCache,
  key: string,
  request: ReturnType<typeof question>,
  bytes?: number,
) {
  const answer = answers.get(key, request.evaluate)
  request.give(bytes)
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
  const request = Array.from({ length: 40 }, () => question('plan'))
  for (const [i, one] of request.entries()) {
    await answered(answers, `q${i}`, one, MB)
    await answered(answers, 'q0', request[0]!, MB)
  }
  expect(request[0]!.times).toBe(1)
  await answered(answers, 'q39', request[39]!, MB)
  expect(request[39]!.times).toBe(1)
  await answered(answers, 'q1', request[1]!, MB)
  expect(request[1]!.times).toBe(2)
})
