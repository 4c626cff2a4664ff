import { expect, test } from 'vitest'
import { draftReader } from '#app/preview/draft-content.server.ts'
import { clientOf, testLake } from '#studio/lake/lake.test-support.ts'

const STEGA = /[\u200b-\u200d\u2060-\u2064\ufeff]/

async function reader(studioUrl: string | undefined) {
  const editor = clientOf(await testLake())
  await editor.createOrReplace({ _id: 'drafts.page', _type: 'page', title: 'A title' })
  await editor.createOrReplace({ _id: 'siteSettings', _type: 'siteSettings', brand: 'Keyturn' })
  return draftReader(editor, { perspective: ['drafts'], studioUrl })
}

test("an editor's texts contain their source, except settings that texts quote", async () => {
  const { get } = await reader('http://localhost:3333')
  expect(await get('*[_type == "page"][0].title')).toMatch(STEGA)
  expect(await get('*[_type == "siteSettings"][0].brand')).toBe('Keyturn')
})

test('without a Studio the draft is read as it is stored', async () => {
  const { get } = await reader(undefined)
  expect(await get('*[_type == "page"][0].title')).toBe('A title')
})
