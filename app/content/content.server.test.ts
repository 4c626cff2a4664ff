import { expect, test } from 'vitest'
import { PAGE_QUERIES } from '#app/blocks/query.ts'
import { createContent } from '#app/content/content.server.ts'
import { DEFAULT_TEXT } from '#app/content/default-text.ts'
import { seedDocuments } from '#studio/validation/seed.test-support.ts'

test('the default texts equal the seed content', () => {
  const settings = seedDocuments().find(({ _id }) => _id === 'siteSettings')!
  for (const [group, texts] of Object.entries(DEFAULT_TEXT)) expect(settings[group]).toEqual(texts)
})

test('missing and empty texts of Settings are replaced by defaults', async () => {
  const content = (result: unknown) => createContent({ get: async () => result } as never, PAGE_QUERIES)
  const settings = { brand: 'Bare', planWords: { choose: 'Take it', selected: '', cap: null } }
  expect(await content(settings).settings()).toMatchObject({
    brand: 'Bare',
    planWords: { ...DEFAULT_TEXT.planWords, choose: 'Take it' },
    checkoutWords: DEFAULT_TEXT.checkoutWords,
    interfaceWords: DEFAULT_TEXT.interfaceWords,
  })
  expect(await content(null).searchWords()).toEqual(DEFAULT_TEXT.searchWords)
})

test('only safe origins of logos reach the CSP', async () => {
  const urls = [
    'https://logos.example/a.svg',
    'https://logos.example/b.svg?c',
    'http://127.0.0.1:4000/c.svg',
    'https://evil;sandbox,b.example/d.svg',
    'data:image/png;base64,AA',
    '/e.svg',
    null,
  ]
  const content = createContent({ get: async () => urls } as never, PAGE_QUERIES)
  expect(await content.imageOrigins()).toEqual(['https://logos.example', 'http://127.0.0.1:4000'])
})
