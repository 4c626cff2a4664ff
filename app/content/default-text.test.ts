import { expect, test } from 'vitest'
import { contentOf } from '#app/content/content.server.ts'
import { completed, DEFAULT_WORDS } from '#app/content/default-text.ts'
import { seedDocuments } from '#studio/validation/seed.test-support.ts'

const settings = seedDocuments().find(({ _id }) => _id === 'siteSettings')!

test('the words are those of the starting content, each of them', () => {
  for (const [group, words] of Object.entries(DEFAULT_WORDS)) expect(settings[group]).toEqual(words)
})

test('what is missing or empty is completed, what was written stays', () => {
  const words = { choose: 'Take it', selected: '', cap: null }
  expect(completed('planWords', words)).toEqual({ ...DEFAULT_WORDS.planWords, choose: 'Take it' })
  expect(completed('planWords', null)).toEqual(DEFAULT_WORDS.planWords)
})

test('content without any words is read with all of them; without Settings, too', async () => {
  const reading = (result: unknown) => contentOf({ get: async () => result } as never)
  expect(await reading({ brand: 'Bare' }).settings()).toEqual({
    brand: 'Bare',
    planWords: DEFAULT_WORDS.planWords,
    checkoutWords: DEFAULT_WORDS.checkoutWords,
    interfaceWords: DEFAULT_WORDS.interfaceWords,
  })
  expect(await reading(null).searchWords()).toEqual(DEFAULT_WORDS.searchWords)
  expect((await reading(null).settings()).checkoutWords).toEqual(DEFAULT_WORDS.checkoutWords)
})
