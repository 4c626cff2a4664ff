import { expect, test } from 'vitest'
import { searchTerms, searchWords } from '#app/search/search-terms.ts'

test.each([
  ['$1,499', '1499'],
  ['$1.499,00', '1499'],
  ['1,499.00 USD', '1499 usd'],
  ['1,499dollars', '1499 dollars'],
  ['$1.5k–$2M', '1500 2000000'],
  ['one million, fifteen hundred', '1000000 1500'],
  ['$99.50, 99.5 or 99,50', '99.5 99.5 or 99.5'],
  ['two-hour', '2 hour'],
  ['Twenty-four hours, forty eight hours, 48hrs', '24 hours 48 hours 48 hrs'],
  ['ZIP 01980, 5 km, the 25th', 'zip 01980 5 km the 25 th'],
  ['10.0.0.1 on 01.11.2026', '10 0 0.1 on 01 11 2026'],
  ['1, 2, 3; 1,2,3', '1 2 3 1 2 3'],
  ["Don\u2019t, don't, dont", 'dont dont dont'],
  ['Café CAFE\u0301 ca\u00adfe', 'cafe cafe cafe'],
  ['someone often', 'someone often'],
])('%j has the words %s', (text, words) => {
  expect(searchWords(text).join(' ')).toBe(words)
})

test.each([
  ['Follow\u2011up by e-mail', 'followup email'],
  ['state-of-the-art', 'stateoftheart'],
  ['(302) 555-0142', '3025550142'],
  ['+1 302 555 0142', '3025550142'],
  ['1-302.555.0142', '3025550142'],
  ['+44 20 7946 0958', '442079460958'],
])('%j also has the terms %s', (text, terms) => {
  expect(searchTerms(text)).toEqual(expect.arrayContaining(terms.split(' ')))
})
