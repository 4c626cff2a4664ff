import { expect, test } from 'vitest'
import { isOneOfTabs } from '#studio/schema/blocks/tabs.ts'
import { blocks } from '#studio/schema/blocks.ts'
import { page } from '#studio/schema/documents/page.ts'

type Divided = { name: string; options: { insertMenu: { groups: { of: string[] }[] } } }

test('each block stands once in the menu that is divided, where an editor looks for it', () => {
  const field = (page.fields as unknown as Divided[]).find(({ name }) => name === 'blocks')
  const offered = field?.options.insertMenu.groups.flatMap((group) => group.of)
  expect(offered?.sort()).toEqual(blocks.map(({ name }) => name).sort())
})

test.each([
  [2, true],
  [3, false],
  [undefined, true],
])('whether tab %s of two can be open at first: %j', (open, can) => {
  const said = isOneOfTabs(open, { parent: { tabs: [{}, {}] } } as never)
  if (can) expect(said).toBe(true)
  else expect(said).toMatch(/There are 2 tabs/)
})
