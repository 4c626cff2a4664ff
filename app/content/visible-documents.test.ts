import { expect, test } from 'vitest'
import { readVisibleDocuments as readResult, VISIBLE_QUERY } from '#app/content/visible-documents.ts'
import { type Fields, resultOf } from '#studio/lake/groq/query.test-support.ts'

const readVisibleDocuments = (documents: object[]) =>
  readResult(resultOf(VISIBLE_QUERY, { documents: documents as Fields[], params: { now: null } }))

const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`
const reference = (_ref: string) => ({ _type: 'reference', _ref })
const quote = (id: string) => [
  { _type: 'block', children: [{ _type: 'priceReference', plan: reference(id) }] },
]
const document = (_type: string, slug: string, day: number, fields: object = {}) => ({
  _id: slug,
  _type,
  slug: { current: slug },
  _updatedAt: at(day),
  ...fields,
})
const documents = [
  { _id: 'settings', _type: 'siteSettings', _updatedAt: at(20) },
  { _id: 'rate', _type: 'plan', kind: 'rate', _updatedAt: at(10) },
  { _id: 'bundle', _type: 'plan', kind: 'bundle', _updatedAt: at(11) },
  { _id: 'question', _type: 'faqItem', _updatedAt: at(5), answer: quote('bundle') },
  { _id: 'partner', _type: 'partner', _updatedAt: at(13) },
  document('article', 'a', 12, { body: [{ markDefs: [{ target: reference('plain') }], children: [] }] }),
  document('page', 'plain', 30, { blocks: [{ _type: 'prose' }] }),
]
const changedAt = (changed: object & { slug: { current: string } }) =>
  readVisibleDocuments([...documents, changed]).find(({ slug }) => slug === changed.slug.current)?.changedAt

test.each([
  ['only itself', { _type: 'prose', text: [] }, at(1)],
  ['the plans of a grid', { _type: 'planGrid', kind: 'rate' }, at(10)],
  ['a quoted price', { _type: 'prose', text: quote('rate') }, at(10)],
  ['all questions and the prices that they quote', { _type: 'faq' }, at(11)],
  ['only selected questions', { _type: 'faq', items: [reference('rate')] }, at(10)],
  ['the partners', { _type: 'partners' }, at(13)],
  ['contact details', { _type: 'contactCards' }, at(20)],
  ['the articles of a list', { _type: 'articleList' }, at(12)],
  ['the shared banner', { _type: 'callToAction' }, at(20)],
  ['no link targets', { button: { target: reference('plain') } }, at(1)],
  ['no deleted documents', { text: quote('deleted') }, at(1)],
])('a page depends on %s', (_, block, expected) => {
  expect(changedAt(document('page', 'p', 1, { blocks: [block] }))).toBe(expected)
})

test('a policy and an article depend on the prices that they quote', () => {
  expect(changedAt(document('policy', 'policy', 1, { sections: [{ body: quote('rate') }] }))).toBe(at(10))
  expect(changedAt(document('policy', 'other', 1, { intro: quote('bundle') }))).toBe(at(11))
  expect(changedAt(document('article', 'text', 1, { body: quote('rate') }))).toBe(at(10))
})

test('invalid imported fields do not remove other documents', () => {
  const visible = readVisibleDocuments([
    document('page', 'x', 1, { seo: { noIndex: 'yes' } }),
    document('policy', 'y', 2, { seo: { noIndex: false } }),
    { ...document('page', 'number', 3), slug: { current: 7 } },
    document('plan', 'plan', 4, { kind: 3 }),
    { _id: 'no-slug', _type: 'page', _updatedAt: at(5) },
  ])
  expect(visible).toEqual([
    { _type: 'page', slug: 'x', indexed: false, changedAt: at(1) },
    { _type: 'policy', slug: 'y', indexed: true, changedAt: at(2) },
  ])
})
