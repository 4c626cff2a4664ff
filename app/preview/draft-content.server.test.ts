import { expect, test } from 'vitest'
import { draftReader } from '#app/preview/draft-content.server.ts'
import { clientOf, testLake } from '#studio/lake/test-lake.ts'

const MARKS = /[\u200b-\u200d\u2060-\u2064\ufeff]/

const span = (_key: string, text: string, ...marks: string[]) => ({ _key, _type: 'span', text, marks })
const HEADING = [
  {
    _key: 'b',
    _type: 'block',
    style: 'normal',
    markDefs: [{ _key: 'm', _type: 'textLink', href: '/x' }],
    children: [
      span('1', 'Welcome to '),
      { _key: '2', _type: 'settingReference', setting: 'brand' },
      span('3', '. Read our '),
      span('4', 'policy', 'm'),
      span('5', ', and '),
      span('6', 'call'),
      span('7', ' us.'),
    ],
  },
]

async function reader(studioUrl: string | undefined) {
  const editor = clientOf(await testLake())
  await editor.createOrReplace({ _id: 'drafts.page', _type: 'page', title: 'A title', heading: HEADING })
  await editor.createOrReplace({ _id: 'siteSettings', _type: 'siteSettings', brand: 'Keyturn' })
  return draftReader(editor, { perspective: ['drafts'], studioUrl })
}

type Heading = { children: { text?: string }[] }[]

test('texts carry their source, except between a word and the punctuation after it', async () => {
  const { get } = await reader('http://localhost:3333')
  const heading = (await get('*[_type == "page"][0].heading')) as Heading
  const marked = heading[0]!.children.map(({ text }) => (text === undefined ? null : MARKS.test(text)))
  // "policy" is before a comma; "call" is before a space, where a line may break.
  expect(marked).toEqual([true, null, true, false, true, true, true])
  expect(heading[0]!.children[3]!.text).toBe('policy')
  expect(await get('*[_type == "page"][0].title')).toMatch(MARKS)
})

test('a quoted setting carries no source', async () => {
  const { get } = await reader('http://localhost:3333')
  expect(await get('*[_type == "siteSettings"][0].brand')).toBe('Keyturn')
})

test('guests get texts without their source', async () => {
  const { get } = await reader(undefined)
  expect(await get('*[_type == "page"][0].heading')).toEqual(HEADING)
})
