import { describe, expect, test } from 'vitest'
import { Content } from '#studio/lake/content.ts'
import { createQueries } from '#studio/lake/queries.ts'
import type { QueryPool } from '#studio/lake/query-pool.ts'
import { clientOf, testLake } from '#studio/lake/test-lake.ts'

// No machine is so busy that the rest of a test takes this long.
const ENOUGH_MS = 600_000
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']

/** Six documents looked at by queries inside queries: 6^14 looks, more than anyone waits for. */
const endless = (depth = 14): string =>
  depth === 0 ? '1' : `count(*[_id != ^._id && ${endless(depth - 1)} > -1])`
const ENDLESS = `*[${endless()} > 0]`
/** More than is evaluated at once, on the thread that serves everyone. */
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

describe('a query that would never end', () => {
  test('is ended and refused with a time-out; those after it are answered', async () => {
    const { client } = await lakeOfSix(700)
    const endless = [1, 2, 3].map((n) => outcomeOf(client.fetch(ENDLESS, { n })))
    for (const outcome of await Promise.all(endless)) expect(outcome).toEqual(TIMEOUT)
    expect(await client.fetch('count(*[_type match "let*"])')).toBe(6)
  })

  test('is not noticed by anyone else who reads or writes', async () => {
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

  test('as the selection of a mutation is refused, and the next writer gets its turn', async () => {
    const { client } = await lakeOfSix(700)
    const deletion = outcomeOf(client.delete({ query: ENDLESS }))
    const writing = client.patch('b').set({ written: true }).commit()
    expect(await deletion).toEqual(TIMEOUT)
    expect(await writing).toMatchObject({ written: true })
    expect(await client.fetch('count(*[_type match "let*"])')).toBe(6)
  })

  test('as the selection of a mutation holds no reader up', async () => {
    const { client } = await lakeOfSix(ENOUGH_MS)
    let ended = false
    void outcomeOf(client.delete({ query: ENDLESS })).then(() => {
      ended = true
    })
    expect(await client.fetch('*[_type match "let*"]._id')).toEqual(NAMES)
    expect(await client.fetch('*[_id == "b"]._id')).toEqual(['b'])
    expect(ended).toBe(false)
  })
})

test('a query sees every change that was acknowledged before it was asked', async () => {
  const { lake, client } = await lakeOfSix()
  const visitor = clientOf(lake, { token: undefined })
  for (let n = 0; n < 60; n++) {
    const id = `drafts.${NAMES[n % 6]}`
    if (n % 3 === 0) await client.createOrReplace({ _id: id, _type: 'letter', n })
    else await client.createOrReplace({ _id: NAMES[n % 6]!, _type: 'letter', n })
    if (n % 7 === 0)
      await client.delete({ query: '*[_id in path("drafts.**") && n < $n - 3]', params: { n } })
    const anywhere = { perspective: 'raw' } as const
    expect(await client.fetch('*[n == $n]._id', { n }, anywhere)).toHaveLength(1)
    expect(await client.fetch('*[n > -1] | order(n desc)[0].n', {}, anywhere)).toBe(n)
    expect(await client.fetch('*[n > -1] | order(n desc)[0].n', {}, { perspective: 'drafts' })).toBe(n)
    const public_ = n % 3 === 0 ? [] : [NAMES[n % 6]]
    expect(await visitor.fetch('*[n == $n]._id', { n })).toEqual(public_)
  }
  expect(await client.fetch('count(*[_id in path("drafts.**")])', {}, { perspective: 'raw' })).toBeLessThan(3)
})

test('a dataset made again under the name of a deleted one shows nothing of it', async () => {
  const { client } = await lakeOfSix()
  const other = client.withConfig({ dataset: 'other' })
  for (const name of ['first', 'second']) {
    await client.datasets.create('other', { aclMode: 'public' })
    await other.create({ _id: name, _type: 't' })
    expect(await other.fetch('*[_type match "t*"]._id')).toEqual([name])
    await client.datasets.delete('other')
  }
})

test('what depends on the time is worked out each time', async () => {
  const { client } = await lakeOfSix()
  const first = await client.fetch('{"at": now()}')
  await expect.poll(() => client.fetch('{"at": now()}')).not.toEqual(first)
})

test('a long text, of a query or a parameter, is left to the pool, however little is asked for', async () => {
  const pooled: number[] = []
  const evaluate: QueryPool['evaluate'] = async ({ query, params }) => {
    pooled.push(query.length + JSON.stringify(params).length)
    return { json: new TextEncoder().encode('"result":[]'), syncTags: [] }
  }
  const queries = createQueries({
    dataset: 'production',
    generation: 0,
    projectId: 'local',
    content: new Content([]),
    pool: { evaluate, close: async () => {} },
  })
  const asked = { perspective: 'raw', editor: true, identity: '', sourceMap: false } as const
  for (const count of [1000, 30_000]) {
    await queries.answer({ ...asked, params: {}, query: `[${'1,'.repeat(count)}]` })
    await queries.answer({ ...asked, params: { text: 'a '.repeat(count) }, query: 'defined($text)' })
  }
  expect(pooled).toEqual([60_004, 60_025])
})
