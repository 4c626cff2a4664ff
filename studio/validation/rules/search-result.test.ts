import { expect, test } from 'vitest'
import { findings } from '#studio/validation/rules/rules.test-support.ts'
import { searchResult } from '#studio/validation/rules/search-result.ts'

const long = 'x'.repeat(55) // and “ · Keyturn”

test.each([
  ['page', { title: 'x'.repeat(50) }, undefined],
  ['page', { title: long }, 'title'],
  ['page', { title: long, seo: { title: 'Short' } }, undefined],
  ['page', { title: 'Short', seo: { title: long } }, 'seo.title'],
  ['page', { title: 'A', seo: { description: 'x'.repeat(161) } }, 'seo.description'],
  ['page', { title: 'A', description: 'x'.repeat(200) }, undefined],
  ['article', { title: 'A', description: 'x'.repeat(200) }, 'description'],
  ['article', { title: 'A', description: 'x'.repeat(200), seo: { description: 'Short' } }, undefined],
])('a %s with %j', (_type, fields, path) => {
  const found = findings(searchResult, { _id: 'a', _type, ...fields })
  expect(found.map((one) => one.path.join('.'))).toEqual(path ? [path] : [])
})
