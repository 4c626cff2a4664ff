import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { Bounded } from '#app/server/bounded.ts'

function room(maxBytes: number) {
  const evicted: string[] = []
  return { evicted, map: new Bounded<{ bytes: number }>(maxBytes, (key) => evicted.push(key)) }
}

test('what was used longest ago makes room; to look at something is no use of it', () => {
  const { evicted, map } = room(30)
  for (const key of ['a', 'b', 'c']) map.set(key, { bytes: 10 })
  map.get('a')
  map.peek('b')
  map.set('d', { bytes: 15 })
  expect(evicted).toEqual(['b', 'c'])
  expect(map.entries().map(([key]) => key)).toEqual(['d', 'a'])
  expect([map.size, map.bytes]).toEqual([2, 25])
})

test('what takes another’s place, or is taken out, is counted no more, nor does it grow', () => {
  const { evicted, map } = room(30)
  const before = { bytes: 20 }
  map.set('a', before)
  map.set('a', { bytes: 10 })
  map.resize('a', before, 500)
  map.set('b', { bytes: 5 })
  map.delete('b')
  expect([map.bytes, evicted]).toEqual([10, []])
  for (const key of ['c', 'd', 'e']) map.set(key, { bytes: 5 })
  map.delete('d')
  map.get('a')
  expect(map.entries().map(([key]) => key)).toEqual(['a', 'e', 'c'])
  map.set('f', { bytes: 100 })
  expect([evicted, map.size, map.bytes], 'what is too large for all of it goes, too').toEqual([
    ['c', 'e', 'a', 'f'],
    0,
    0,
  ])
})

test('what has grown makes room, too', () => {
  const { evicted, map } = room(30)
  const grown = { bytes: 10 }
  map.set('a', { bytes: 10 })
  map.set('b', grown)
  map.resize('b', grown, 25)
  expect([evicted, map.bytes, grown.bytes]).toEqual([['a'], 25, 25])
})

test('uses leave nothing behind that stays until V8 clears the old generation', () => {
  const { map } = room(1_000)
  const keys = Array.from({ length: 33 }, (_, index) => `/${index}`)
  for (const key of keys) map.set(key, { bytes: 1 })
  const use = (times: number) => {
    let garbage: unknown
    for (let n = 0; n < times; n++) {
      map.get(keys[n % keys.length]!)
      if (n % 10 === 0) garbage = Array.from({ length: 200 }, (_, at) => ({ at })) // of the answers themselves
    }
    return garbage
  }
  const oldBytes = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size
  use(20_000)
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')() // what is there now is of the old generation from here on
  const before = oldBytes()
  use(100_000)
  expect(oldBytes() - before).toBeLessThan(2 * 1024 * 1024)
})
