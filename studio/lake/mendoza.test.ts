import { applyPatch } from 'mendoza'
import { expect, test } from 'vitest'
import { mendozaPatch } from '#studio/lake/mendoza.ts'

test.each([
  [{ title: 'a', n: 1 }, { title: 'a', n: 2 }, [17, 2, 'n']],
  [{ title: 'a', n: 1 }, { title: 'a' }, [19, 0]],
  [
    { a: { b: { c: 1, d: 'long enough to matter' } } },
    { a: { b: { c: 2, d: 'long enough to matter' } } },
    [10, 0, 10, 0, 17, 2, 'c', 15, 15],
  ],
  [
    { list: ['first', 'second', 'third'] },
    { list: ['first', 'new', 'second', 'third'] },
    [11, 0, 21, 0, 1, 20, 'new', 21, 1, 3, 15],
  ],
  [
    { text: 'A sentence of some length, it is.' },
    { text: 'A sentence of more length, it is.' },
    [11, 0, 23, 0, 14, 22, 'mor', 23, 17, 33, 15],
  ],
  [{ list: [1] }, { list: [] }, [17, [], 'list']],
  [null, { a: 1 }, [0, { a: 1 }]],
  [{ a: 1 }, null, [0, null]],
  [{ a: 1 }, { a: 1 }, []],
])('%j to %j says only what differs', (left, right, patch) => {
  expect(mendozaPatch(left, right)).toEqual(patch)
})

test('a long list of the same values takes no long time', () => {
  const length = 100_000
  const alike = { list: Array(length).fill(0) }
  const mixed = { list: Array.from({ length }, (_, i) => i % 2) }
  const started = performance.now()
  for (const [left, right] of [
    [alike, { list: [...alike.list, 1] }],
    [mixed, alike],
  ])
    expect(applyPatch(left, mendozaPatch(left, right) as never)).toEqual(right)
  expect(performance.now() - started).toBeLessThan(5000) // minutes, when each value looks at all others
})
