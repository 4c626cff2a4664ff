import { expect, test } from 'vitest'
import { withoutLevelGaps } from '#app/content/list-levels.ts'

/** Levels; 0 is a paragraph outside of lists. */
const levelsOf = (levels: unknown[]) =>
  withoutLevelGaps(levels.map((level) => (level === 0 ? {} : { listItem: 'bullet', level }))).map(
    ({ level = 0 }: { level?: unknown }) => level,
  )

test.each([
  [
    [1, 2, 3, 1],
    [1, 2, 3, 1],
  ],
  [[3], [1]],
  [
    [3, 2],
    [1, 1],
  ],
  [
    [3, 2, 3],
    [1, 1, 2],
  ],
  [
    [1, 3, 2, 3, 1],
    [1, 2, 2, 3, 1],
  ],
  [
    [1, 3, 0, 3, 4],
    [1, 2, 0, 1, 2],
  ],
  [
    [undefined, 'x', 2],
    [1, 1, 2],
  ],
])('levels %j become %j', (levels, dense) => {
  expect(levelsOf(levels)).toEqual(dense)
})

test('a paragraph whose level stays is the same object', () => {
  const paragraphs = [{ listItem: 'bullet', level: 1 }, {}]
  expect(withoutLevelGaps(paragraphs).every((paragraph, index) => paragraph === paragraphs[index])).toBe(true)
})
