import { applyPatch } from 'mendoza'
import { expect, test } from 'vitest'
import { mendozaPatch } from './mendoza.ts'

test.each([
  [{ title: 'a', n: 1 }, { title: 'a', n: 2 }, [17, 2, 'n']],
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
])('the patch from %j to %j has only the difference', (left, right, patch) => {
  expect(mendozaPatch(left, right)).toEqual(patch)
})

test('a long list of equal values is fast', () => {
  const length = 100_000
  const alike = { list: Array(length).fill(0) }
  const mixed = { list: Array.from({ length }, (_, i) => i % 2) }
  const started = performance.now()
  expect(applyPatch(mixed, mendozaPatch(mixed, alike) as never)).toEqual(alike)
  expect(performance.now() - started).toBeLessThan(5000)
})
