import { expect, onTestFinished, test } from 'vitest'
import type { Lake } from '#studio/lake/lake.ts'
import { clientOf, readEvents, type StreamEvent, testLake } from '#studio/lake/test-lake.ts'

const LISTENERS = 200
const WRITES = 3_000

function listenTo(lake: Lake, query: string, lastEventId?: string, params = '') {
  const search = `query=${encodeURIComponent(query)}&includeResult=true&enableResume=true${params}`
  const stream = readEvents(`http://127.0.0.1:${lake.port}/v1/data/listen/production?${search}`, {
    host: `localhost:${lake.port}`,
    authorization: `Bearer ${lake.token}`,
    ...(lastEventId && { 'last-event-id': lastEventId }),
  })
  onTestFinished(() => stream.hangUp())
  return stream
}
const heard = (events: StreamEvent[]) =>
  events.filter(({ event }) => event === 'mutation').map(({ data }) => (data.result as { n: number }).n)
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i)

test('many listeners each get every event once and in order', async () => {
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
    expect(heard(await stream.until((events) => heard(events).length >= expected.length))).toEqual(expected)
    expect(stream.closed).toBe(false)
  }
  console.log(
    `${LISTENERS} listeners, ${WRITES} writes in ${Math.round((performance.now() - started) / 1000)} s, RSS ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB with the listeners' own`,
  )
}, 900_000)
