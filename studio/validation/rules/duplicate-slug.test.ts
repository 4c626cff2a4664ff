import { expect, test } from 'vitest'
import { duplicateSlug } from '#studio/validation/rules/duplicate-slug.ts'
import { findings, messages, seeded } from '#studio/validation/rules/rules.test-support.ts'

const slug = (current: unknown) => ({ slug: { _type: 'slug', current } })

test.each([
  ['page', 'new-page', undefined],
  ['page', 'about-us', 'is already at /about-us'],
  ['policy', 'about-us', 'is already at /about-us'],
  ['article', 'about-us', undefined],
  ['plan', 'pro-closer', '“Pro Closer” has the same short name'],
])('a new %s at "%s"', (_type, current, message) => {
  const found = messages(duplicateSlug, { _id: 'drafts.new', _type, ...slug(current) })
  expect(found).toEqual(message ? [expect.stringContaining(message)] : [])
})

test('two pages may swap their addresses in a release', () => {
  const address = (_id: string, current: string) => ({ _id, _type: 'page', slug: current, title: current })
  const about = seeded('page-about-us', { _id: 'versions.r1.page-about-us', ...slug('pricing') })
  const own = address('page-about-us', 'pricing')
  const found = (current: string) =>
    findings(duplicateSlug, about, { content: { addresses: [own, address('page-pricing', current)] } })
  expect(found('pricing')).toHaveLength(1)
  expect(found('about-us')).toEqual([])
})
