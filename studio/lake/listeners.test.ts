import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import type { Lake } from '#studio/lake/lake.ts'
import { clientOf, readEvents, type StreamEvent, testLake } from '#studio/lake/test-lake.ts'

const _MB = 1024 * 1024

// What is merely not collected yet is not held.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
function heldBytes(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

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

test('a listener that stops reading holds little memory, delays no writer, and can resume', async () => {
  const lake = await testLake(),
    client = clientOf(lake)
  const writes = 60
  const text = 'x'.repeat(150_000)
  // Each with a filter of its own, so that none shares what waits for it with another.
  const slow = upTo(8).map((i) => listenTo(lake, '*[_type == "t" && $i > -1]', undefined, `&%24i=${i}`))
  await Promise.all(
    slow.map(async (stream) => {
      await stream.until((events) => events.length > 0)
      await stream.stop()
    }),
  )
  const lively = listenTo(lake, '*[_type == "t"]')
  await lively.until((events) => events.length > 0)
  const before = heldBytes()
  let peak = 0
  for (let n = 0; n < writes; n++) {
    await client.createOrReplace({ _id: 'doc', _type: 't', n, text })
    if (n % 5 === 4) peak = Math.max(peak, heldBytes() - before)
  }
  expect(heard(await lively.until((events) => heard(events).length === writes))).toEqual(upTo(writes))
  expect(peak).toBeLessThan((slow.length * writes * 2 * text.length) / 2)

  const [stalled] = slow
  await stalled!.goOn()
  await stalled!.until(() => false) // it was cut off
  const got = heard(stalled!.events)
  expect(got).toEqual(upTo(got.length))
  expect(got.length).toBeLessThan(writes)
  const again = listenTo(lake, '*[_type == "t"]', stalled!.events.at(-1)!.id)
  await again.until((events) => heard(events).length === writes - got.length)
  expect(again.events[0]!.event).toBe('welcomeback')
  expect([...got, ...heard(again.events)]).toEqual(upTo(writes))
})

test('a listener that resumes after hundreds of transactions misses none', async () => {
  const lake = await testLake(),
    client = clientOf(lake)
  const first = listenTo(lake, '*[_type == "t"]')
  const [welcome] = await first.until((events) => events.length > 0)
  first.hangUp()
  const missed = 400
  for (let n = 0; n < missed; n += 50) {
    await Promise.all(upTo(50).map((i) => client.createOrReplace({ _id: `d${i}`, _type: 't', n: n + i })))
  }
  const again = listenTo(lake, '*[_type == "t"]', welcome!.id)
  // These come while it catches up.
  for (let n = missed; n < missed + 50; n++) await client.createOrReplace({ _id: 'd0', _type: 't', n })
  await again.until((events) => heard(events).length >= missed + 50)
  const got = heard(again.events)
  expect([...got].sort((a, b) => a - b)).toEqual(upTo(missed + 50))
  expect(got.slice(missed)).toEqual(upTo(50).map((i) => missed + i))
})

test('an endless filter ends its listener, not the write', async () => {
  const lake = await testLake(),
    client = clientOf(lake)
  const count = (depth: number): string => (depth === 0 ? '1' : `count($list[${count(depth - 1)} > @ - 1])`)
  const list = encodeURIComponent(JSON.stringify(upTo(40)))
  const endless = listenTo(lake, `*[_type == "t" && ${count(9)} > 0]`, undefined, `&%24list=${list}`)
  const other = listenTo(lake, '*[_type == "t"]')
  for (const stream of [endless, other]) await stream.until((events) => events.length > 0)
  await client.create({ _id: 'a', _type: 't', n: 0 })
  expect(heard(await other.until((events) => events.length === 2))).toEqual([0])
  await endless.until(() => false)
  expect(endless.events.map(({ event }) => event)).toEqual(['welcome', 'channelError'])
})
