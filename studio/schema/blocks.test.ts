import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isOneOfTabs } from '#studio/schema/blocks/text.ts'
import { blocks } from '#studio/schema/blocks.ts'

test.each(blocks.map(({ name }) => name))('the insert menu has a small thumbnail of %s', (name) => {
  const { size } = statSync(new URL(`../static/blocks/${name}.webp`, import.meta.url))
  expect(size).toBeLessThanOrEqual(12 * 1024)
})

test.each([
  [2, true],
  [3, false],
  [undefined, true],
])('of two tabs, number %s can be the open one: %j', (open, can) => {
  const said = isOneOfTabs(open, { parent: { tabs: [{}, {}] } } as never)
  if (can) expect(said).toBe(true)
  else expect(said).toMatch(/There are 2 tabs/)
})
