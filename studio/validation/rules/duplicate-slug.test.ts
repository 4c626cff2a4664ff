import { expect, test } from 'vitest'
import { contentAfter } from '#studio/validation/published-content.ts'
import { duplicateSlug } from '#studio/validation/rules/duplicate-slug.ts'
import { findings, messages, seeded, startingContent } from '#studio/validation/rules/rules.test-support.ts'

const slug = (current: unknown) => ({ slug: { _type: 'slug', current } })

test.each([
  ['page', 'new-page', undefined],
  ['page', 'about-us', 'is already at /about-us'],
  ['policy', 'about-us', 'is already at /about-us'],
  ['article', 'about-us', undefined],
  ['plan', 'about-us', undefined],
  ['plan', 'pro-closer', '“Pro Closer” has the same short name'],
  ['page', undefined, undefined],
  ['page', { en: 'about-us' }, undefined],
])('a new %s at “%s”', (_type, current, message) => {
  const said = messages(duplicateSlug, { _id: 'drafts.new', _type, ...slug(current) })
  expect(said).toEqual(message ? [expect.stringContaining(message)] : [])
})

test('a document keeps its own address', () => {
  expect(findings(duplicateSlug, seeded('page-about-us', { _id: 'drafts.page-about-us' }))).toEqual([])
})

test('in a release two pages may swap addresses, and two new ones may not share one', () => {
  const version = (id: string, current: string) => ({
    _id: `versions.r1.${id}`,
    _type: 'page',
    ...slug(current),
  })
  const after = (...versions: ReturnType<typeof version>[]) => ({
    content: contentAfter(startingContent, versions),
  })
  const [about, pricing] = [version('page-about-us', 'pricing'), version('page-pricing', 'about-us')]
  expect(findings(duplicateSlug, about, after(about))).toHaveLength(1)
  expect(findings(duplicateSlug, about, after(about, pricing))).toEqual([])
  const [one, two] = [version('one', 'new'), version('two', 'new')]
  expect(findings(duplicateSlug, one, after(one, two))).toHaveLength(1)
})
