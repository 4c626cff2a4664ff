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
})

test('what has grown makes room, too', () => {
  const { evicted, map } = room(30)
  const grown = { bytes: 10 }
  map.set('a', { bytes: 10 })
  map.set('b', grown)
  map.resize('b', grown, 25)
  expect([evicted, map.bytes, grown.bytes]).toEqual([['a'], 25, 25])
})
