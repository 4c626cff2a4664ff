import { expect, test } from 'vitest'
import { blocks } from '#studio/schema/blocks.ts'
import { page } from '#studio/schema/documents/page.ts'

test('each block stands once in the menu that is divided, where an editor looks for it', () => {
  const field = page.fields.find(({ name }) => name === 'blocks')
  const { insertMenu } = field?.options as { insertMenu: { groups: { of: string[] }[] } }
  expect(insertMenu.groups.flatMap((group) => group.of).sort()).toEqual(blocks.map(({ name }) => name).sort())
})
