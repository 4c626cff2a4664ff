import { expect, test } from 'vitest'
import { slugField, slugOf } from '#studio/schema/address.ts'
import { addressProblem } from '#studio/schema/validators.ts'

test.each([
  ['Größe & Preis', 'groesse-and-preis'],
  ['Café – “déjà vu”', 'cafe-deja-vu'],
  ['Привет мир', 'privet-mir'],
  ['iPhone and McDonald', 'iphone-and-mcdonald'],
  ['東京 2026', '2026'],
  ['10 % off 🏡', '10-off'],
  ['Search', 'search-page'],
  ['  a\u200bb  ', 'ab'],
])('the slug of %j is %s', (title, slug) => {
  expect(slugOf('page', title, 60)).toBe(slug)
})

test.each(['東京の家', '🏡🏡', '!!!', '\u200b', 'x'.repeat(300), '家'.repeat(300)])(
  'the title %j has a slug that can be published',
  (title) => {
    const slug = slugOf('page', title, 60)
    expect(slug.length).toBeLessThanOrEqual(60)
    expect(addressProblem('page', slug)).toBeUndefined()
    expect(slugOf('page', title, 60)).toBe(slug)
  },
)

test('titles without Latin letters have different slugs', () => {
  expect(slugOf('article', '東京の家', 80)).not.toBe(slugOf('article', '京都の家', 80))
})

test('a long title is cut between words', () => {
  expect(slugOf('page', 'one two three', 8)).toBe('one-two')
})

test.each([undefined, ' ', { en: 'Rates' }])('without a title (%j) Generate says what to do', (title) => {
  const { source } = slugField('page', 60, '').options!
  expect(() => (source as (document: object) => string)({ title })).toThrow('Type a title first.')
})
