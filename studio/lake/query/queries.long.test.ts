import { expect, test } from 'vitest'
import { clientOf, testLake } from '../lake.test-support.ts'

const QUERY_BUDGET_MS = 120_000

test('the lake ends a query that uses all memory, and answers the next one', async () => {
  const client = clientOf(await testLake({ queryBudgetMs: QUERY_BUDGET_MS }))
  const transaction = client.transaction()
  for (const _id of ['a', 'b', 'c', 'd', 'e', 'f']) transaction.create({ _id, _type: 'letter' })
  await transaction.commit()
  const nested = (depth: number): string => (depth === 0 ? '_id' : `*[]{_id, "in": ${nested(depth - 1)}}`)
  await expect(client.fetch(nested(11))).rejects.toMatchObject({
    statusCode: 400,
    response: { body: { error: { type: 'queryEvaluationError' } } },
  })
  expect(await client.fetch('count(*[_type match "let*"])')).toBe(6)
}, 180_000)
