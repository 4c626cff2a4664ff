import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { clientOf, listenTo, resultsOf, testLake, upTo } from '../lake.test-support.ts'

// Garbage must not count as memory in use.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
function heldBytes(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

test('a listener that stops reading holds little memory, delays no writer, and can resume', async () => {
  const lake = await testLake(),
    client = clientOf(lake)
  const writes = 60
  const text = 'x'.repeat(150_000)
  // Each has its own filter, so that they share no buffers.
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
  expect(resultsOf(await lively.until((events) => resultsOf(events).length === writes))).toEqual(upTo(writes))
  expect(peak).toBeLessThan((slow.length * writes * 2 * text.length) / 2)

  const [stalled] = slow
  await stalled!.resume()
  await stalled!.until(() => false) // it was cut off
  const got = resultsOf(stalled!.events)
  expect(got).toEqual(upTo(got.length))
  expect(got.length).toBeLessThan(writes)
  const again = listenTo(lake, '*[_type == "t"]', stalled!.events.at(-1)!.id)
  await again.until((events) => resultsOf(events).length === writes - got.length)
  expect(again.events[0]!.event).toBe('welcomeback')
  expect([...got, ...resultsOf(again.events)]).toEqual(upTo(writes))
})

test('a listener that resumes after hundreds of transactions misses none', async () => {
  const lake = await testLake(),
    client = clientOf(lake)
  const first = listenTo(lake, '*[_type == "t"]')
  const [welcome] = await first.until((events) => events.length > 0)
  first.disconnect()
  const missed = 400
  for (let n = 0; n < missed; n += 50) {
    await Promise.all(upTo(50).map((i) => client.createOrReplace({ _id: `d${i}`, _type: 't', n: n + i })))
  }
  const again = listenTo(lake, '*[_type == "t"]', welcome!.id)
  // These writes happen while the listener catches up.
  for (let n = missed; n < missed + 50; n++) await client.createOrReplace({ _id: 'd0', _type: 't', n })
  await again.until((events) => resultsOf(events).length >= missed + 50)
  const got = resultsOf(again.events)
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
  expect(resultsOf(await other.until((events) => events.length === 2))).toEqual([0])
  await endless.until(() => false)
  expect(endless.events.map(({ event }) => event)).toEqual(['welcome', 'channelError'])
})
