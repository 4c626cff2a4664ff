import { expect, test } from 'vitest'
import { denseListLevels } from '#app/content/dense-list-levels.ts'

/** Level 0 is a paragraph outside of lists. */
const dense = (levels: unknown[]) =>
  denseListLevels(levels.map((level) => (level === 0 ? {} : { listItem: 'bullet', level }))).map(
    ({ level = 0 }: { level?: unknown }) => level,
  )

test('list levels start at 1 and have no gaps', () => {
  expect(dense([1, 2, 3, 1])).toEqual([1, 2, 3, 1])
  expect(dense([3, 2, 3])).toEqual([1, 1, 2])
  expect(dense([1, 3, 0, 3, 4])).toEqual([1, 2, 0, 1, 2])
  expect(dense([undefined, 'x', 2])).toEqual([1, 1, 2])
})
