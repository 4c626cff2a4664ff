import { describe, expect, test } from 'vitest'
import { clientOf, testLake } from '../lake.test-support.ts'

// No machine is so busy that the rest of a test takes this long.
const ENOUGH_MS = 600_000
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']

/** Nested queries over six documents: 6^14 comparisons. */
const endless = (depth = 14): string =>
  depth === 0 ? '1' : `count(*[_id != ^._id && ${endless(depth - 1)} > -1])`
const ENDLESS = `*[${endless()} > 0]`
/** Takes more steps than the main thread evaluates. */
const LENGTHY = endless(6)

async function lakeOfSix(queryBudgetMs = 10_000) {
  const lake = await testLake({ queryBudgetMs })
  const client = clientOf(lake)
  const transaction = client.transaction()
  for (const name of NAMES) transaction.create({ _id: name, _type: 'letter', slug: { current: name } })
  await transaction.commit()
  return { lake, client }
}
const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error) => ({ status: error.statusCode, type: error.response?.body?.error?.type }),
  )
const TIMEOUT = { status: 408, type: 'queryTimeoutError' }

describe('an endless query', () => {
  test('ends with a timeout, and later queries are answered', async () => {
    const { client } = await lakeOfSix(700)
    const endless = [1, 2, 3].map((n) => outcomeOf(client.fetch(ENDLESS, { n })))
    for (const outcome of await Promise.all(endless)) expect(outcome).toEqual(TIMEOUT)
    expect(await client.fetch('count(*[_type match "let*"])')).toBe(6)
  })

  test('delays no other reader or writer', async () => {
    const { client } = await lakeOfSix(ENOUGH_MS)
    let ended = 0
    for (const n of [1, 2, 3]) {
      void outcomeOf(client.fetch(ENDLESS, { n })).then(() => {
        ended++
      })
    }
    for (let n = 0; n < 5; n++) {
      await client.patch('a').set({ n }).commit()
      expect(await client.fetch('*[_id == "a"][0].n')).toBe(n)
      expect(await client.fetch('*[n == $n]._id', { n })).toEqual(['a'])
      expect(await client.fetch(`*[n == $n && ${LENGTHY} > 0]._id`, { n })).toEqual(['a'])
    }
    expect(ended).toBe(0)
  })

  test('in a mutation ends with a timeout, and the next write succeeds', async () => {
    const { client } = await lakeOfSix(700)
    const deletion = outcomeOf(client.delete({ query: ENDLESS }))
    const writing = client.patch('b').set({ written: true }).commit()
    expect(await deletion).toEqual(TIMEOUT)
    expect(await writing).toMatchObject({ written: true })
    expect(await client.fetch('count(*[_type match "let*"])')).toBe(6)
  })
})

test('a query sees every change acknowledged before it', async () => {
  const { lake, client } = await lakeOfSix()
  const visitor = clientOf(lake, { token: undefined })
  for (let n = 0; n < 30; n++) {
    const id = `drafts.${NAMES[n % 6]}`
    if (n % 3 === 0) await client.createOrReplace({ _id: id, _type: 'letter', n })
    else await client.createOrReplace({ _id: NAMES[n % 6]!, _type: 'letter', n })
    const anywhere = { perspective: 'raw' } as const
    expect(await client.fetch('*[n == $n]._id', { n }, anywhere)).toHaveLength(1)
    expect(await client.fetch('*[n > -1] | order(n desc)[0].n', {}, anywhere)).toBe(n)
    expect(await client.fetch('*[n > -1] | order(n desc)[0].n', {}, { perspective: 'drafts' })).toBe(n)
    const public_ = n % 3 === 0 ? [] : [NAMES[n % 6]]
    expect(await visitor.fetch('*[n == $n]._id', { n })).toEqual(public_)
  }
})

test('a new dataset with the name of a deleted one is empty', async () => {
  const { client } = await lakeOfSix()
  const other = client.withConfig({ dataset: 'other' })
  for (const name of ['first', 'second']) {
    await client.datasets.create('other', { aclMode: 'public' })
    await other.create({ _id: name, _type: 't' })
    expect(await other.fetch('*[_type match "t*"]._id')).toEqual([name])
    await client.datasets.delete('other')
  }
})
