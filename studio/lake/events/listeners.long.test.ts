import { expect, test } from 'vitest'
import { clientOf, listenTo, resultsOf, testLake, upTo } from '../lake.test-support.ts'

const LISTENERS = 200
const WRITES = 3_000

test('200 listeners each get every event once and in order', async () => {
  const lake = await testLake(),
    client = clientOf(lake)
  const evenOnly = (i: number) => i % 4 === 3
  const streams = upTo(LISTENERS).map((i) =>
    listenTo(lake, evenOnly(i) ? '*[_type == "t" && even]' : '*[_type == "t"]'),
  )
  await Promise.all(streams.map((stream) => stream.until((events) => events.length > 0)))
  const started = performance.now()
  for (let n = 0; n < WRITES; n++) {
    await client.createOrReplace({ _id: `d${n}`, _type: 't', n, even: n % 2 === 0 })
    // 50 a second
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, started + (n + 1) * 20 - performance.now())),
    )
  }
  const all = upTo(WRITES)
  for (const [i, stream] of streams.entries()) {
    const expected = evenOnly(i) ? all.filter((n) => n % 2 === 0) : all
    expect(resultsOf(await stream.until((events) => resultsOf(events).length >= expected.length))).toEqual(
      expected,
    )
    expect(stream.closed).toBe(false)
  }
  console.log(
    `${LISTENERS} listeners, ${WRITES} writes in ${Math.round((performance.now() - started) / 1000)} s, RSS ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB with the listeners' own`,
  )
}, 900_000)
