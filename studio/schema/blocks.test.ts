import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blocks } from '#studio/schema/blocks.ts'

test.each(blocks.map(({ name }) => name))('the insert menu has a small thumbnail of %s', (name) => {
  const { size } = statSync(new URL(`../static/blocks/${name}.webp`, import.meta.url))
  expect(size).toBeLessThanOrEqual(12 * 1024)
})
