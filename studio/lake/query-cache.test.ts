import { expect, test } from 'vitest'
import { Answers } from '#studio/lake/query-cache.ts'
import type { Answer } from '#studio/lake/query-task.ts'

/** Evaluates when told to, and counts. */
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
async function answered(answers: Answers, key: string, asked: ReturnType<typeof question>, bytes?: number) {
  const answer = answers.get(key, asked.evaluate)
  asked.give(bytes)
  return answer
}

test('an answer is kept until something changes that it depends on', async () => {
  const answers = new Answers(),
    plans = question('plan')
  await answered(answers, 'q', plans)
  answers.changed(['faq'])
  await answered(answers, 'q', plans)
  expect(plans.times).toBe(1)
  answers.changed(['faq', 'plan'])
  await answered(answers, 'q', plans)
  expect(plans.times).toBe(2)
})

test('the same question asked twice at once is worked out once, unless something changed in between', async () => {
  const answers = new Answers(),
    asked = question('plan')
  const first = answers.get('q', asked.evaluate),
    second = answers.get('q', asked.evaluate)
  expect(asked.times).toBe(1)
  asked.give()
  expect(await first).toBe(await second)

  answers.changed(['plan'])
  const before = answers.get('q', asked.evaluate)
  const giveBefore = asked.give
  answers.changed(['faq'])
  const late = question('plan')
  const after = answers.get('q', late.evaluate)
  expect(late.times).toBe(1)
  giveBefore()
  late.give()
  expect(await before).not.toBe(await after)
})

test('an answer that a change overtook is not kept, however often the question is asked meanwhile', async () => {
  const answers = new Answers(),
    slow = question('plan'),
    other = question('faq')
  const overtaken = answers.get('q', slow.evaluate)
  answers.changed(['faq'])
  await answered(answers, 'q', other) // asked anew, and done first
  answers.changed(['plan'])
  slow.give()
  await overtaken
  const again = question('plan')
  answers.changed(['faq'])
  await answered(answers, 'q', again)
  expect(again.times).toBe(1)
})

test('answers take bounded room, and those asked for lately stay', async () => {
  const answers = new Answers(),
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

  const huge = question('plan')
  for (let i = 0; i < 2; i++) await answered(answers, 'huge', huge, 3 * MB)
  expect(huge.times).toBe(2)
})

test('a question that failed is asked again', async () => {
  const answers = new Answers()
  await expect(answers.get('q', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await answered(answers, 'q', question('plan'))).toBeDefined()
})
