import { expect, test } from 'vitest'
import { QueryCache } from './query-cache.ts'
import type { Answer } from './query-task.ts'

/** A query that the test completes. */
function pendingQuery(...syncTags: string[]) {
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
async function answer(
  answers: QueryCache,
  key: string,
  request: ReturnType<typeof pendingQuery>,
  bytes?: number,
) {
  const result = answers.get(key, request.evaluate)
  request.give(bytes)
  return result
}

test('an answer is cached until one of its tags changes', async () => {
  const answers = new QueryCache(),
    plans = pendingQuery('plan')
  await answer(answers, 'q', plans)
  answers.changed(['faq'])
  await answer(answers, 'q', plans)
  expect(plans.times).toBe(1)
  answers.changed(['faq', 'plan'])
  await answer(answers, 'q', plans)
  expect(plans.times).toBe(2)
})

test('the cache is bounded and keeps recent answers', async () => {
  const answers = new QueryCache(),
    MB = 1024 * 1024
  const requests = Array.from({ length: 40 }, () => pendingQuery('plan'))
  for (const [i, request] of requests.entries()) {
    await answer(answers, `q${i}`, request, MB)
    await answer(answers, 'q0', requests[0]!, MB)
  }
  expect(requests[0]!.times).toBe(1)
  await answer(answers, 'q39', requests[39]!, MB)
  expect(requests[39]!.times).toBe(1)
  await answer(answers, 'q1', requests[1]!, MB)
  expect(requests[1]!.times).toBe(2)
})
