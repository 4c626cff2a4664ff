import { expect, test } from 'vitest'
import { readShown as readResult, SHOWN_QUERY } from '#app/content/visible-documents.ts'
import { answer, type Fields } from '#studio/lake/groq/test-query.ts'

/** As the lake answers over these documents. */
const readShown = (documents: object[]) =>
  readResult(answer(SHOWN_QUERY, { documents: documents as Fields[], params: { now: null } }))

const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`
const reference = (_ref: string) => ({ _type: 'reference', _ref })
const quote = (id: string) => [
  { _type: 'block', children: [{ _type: 'priceReference', plan: reference(id) }] },
]
const documents = [
  { _id: 'settings', _type: 'siteSettings', _updatedAt: at(20) },
  { _id: 'rate', _type: 'plan', kind: 'rate', _updatedAt: at(10) },
  { _id: 'bundle', _type: 'plan', kind: 'bundle', _updatedAt: at(11) },
  { _id: 'question', _type: 'faqItem', _updatedAt: at(5), answer: quote('bundle') },
  { _id: 'partner', _type: 'partner', _updatedAt: at(13) },
  {
    _id: 'article',
    _type: 'article',
    slug: { current: 'a' },
    _updatedAt: at(12),
    body: [{ markDefs: [{ target: reference('plain') }], children: [] }],
  },
  {
    _id: 'plain',
    _type: 'page',
    slug: { current: 'plain' },
    _updatedAt: at(30),
    blocks: [{ _type: 'prose' }],
  },
]
const changed = (page: object): string | undefined =>
  readShown([
    ...documents,
    { _id: 'p', _type: 'page', slug: { current: 'p' }, _updatedAt: at(1), ...page },
  ]).find(({ slug }) => slug === 'p')?.changedAt

test.each([
  ['nothing but itself', { blocks: [{ _type: 'prose', text: [] }] }, at(1)],
  ['the plans of a grid', { blocks: [{ _type: 'planGrid', kind: 'rate' }] }, at(10)],
  [
    'its own words, when they changed last',
    { _updatedAt: at(15), blocks: [{ _type: 'planGrid', kind: 'rate' }] },
    at(15),
  ],
  ['itself only once', { blocks: [{ _type: 'prose', text: [reference('p')] }] }, at(1)],
  ['a quoted price', { blocks: [{ _type: 'prose', text: quote('rate') }] }, at(10)],
  ['all questions, and the prices they quote', { blocks: [{ _type: 'faq' }] }, at(11)],
  ['the questions it names, not all', { blocks: [{ _type: 'faq', items: [reference('rate')] }] }, at(10)],
  ['the partners', { blocks: [{ _type: 'partners' }] }, at(13)],
  ['the ways to get in touch', { blocks: [{ _type: 'contactCards' }] }, at(20)],
  ['the articles of a list', { blocks: [{ _type: 'articleList' }] }, at(12)],
  ['the shared banner', { blocks: [{ _type: 'callToAction' }] }, at(20)],
  ['not what it only links to', { blocks: [{ button: { target: reference('plain') } }] }, at(1)],
  ['not what isn’t there any more', { blocks: [{ text: quote('gone') }] }, at(1)],
])('a page shows %s', (_, page, expected) => expect(changed(page)).toBe(expected))

test('a policy and an article show the prices that they quote', () => {
  const shown = readShown([
    ...documents,
    {
      _id: 'policy',
      _type: 'policy',
      slug: { current: 'policy' },
      _updatedAt: at(1),
      sections: [{ body: quote('rate') }],
    },
    { _id: 'other', _type: 'policy', slug: { current: 'other' }, _updatedAt: at(1), intro: quote('bundle') },
    { _id: 'text', _type: 'article', slug: { current: 'text' }, _updatedAt: at(1), body: quote('rate') },
  ])
  const changedAt = (slug: string) => shown.find((document) => document.slug === slug)?.changedAt
  expect(['policy', 'other', 'text'].map(changedAt)).toEqual([at(10), at(11), at(10)])
})

test('documents with an address, and whether they are to be found', () => {
  const shown = readShown([
    { _id: 'x', _type: 'page', slug: { current: 'x' }, _updatedAt: at(1), seo: { noIndex: true } },
    { _id: 'y', _type: 'policy', slug: { current: 'y' }, _updatedAt: at(2), seo: { noIndex: false } },
    { _id: 'z', _type: 'page', _updatedAt: at(3) },
  ])
  expect(shown).toEqual([
    { _type: 'page', slug: 'x', indexed: false, changedAt: at(1) },
    { _type: 'policy', slug: 'y', indexed: true, changedAt: at(2) },
  ])
})

test('a document with odd fields, as an import may leave it, keeps no other from being found', () => {
  const shown = readShown([
    { _id: 'x', _type: 'page', slug: { current: 'x' }, _updatedAt: at(1), seo: { noIndex: 'yes' } },
    { _id: 'y', _type: 'page', slug: { current: 7 }, _updatedAt: at(2) },
    { _id: 'z', _type: 'plan', kind: 3, _updatedAt: at(3) },
    { _id: 'zz', _type: 'page', slug: { current: 'w' }, _updatedAt: at(4) },
  ])
  expect(shown).toEqual([
    { _type: 'page', slug: 'x', indexed: false, changedAt: at(1) },
    { _type: 'page', slug: 'w', indexed: true, changedAt: at(4) },
  ])
})

test('thousands of articles that quote Settings are not each held against all the others', () => {
  const cpuMs = (count: number) => {
    const articles = Array.from({ length: count }, (_, n) => ({
      _id: `a${n}`,
      _type: 'article',
      _updatedAt: at(1),
      slug: `a-${n}`,
      texts: [Array.from({ length: 20 }, () => ({ children: [{ _type: 'settingReference' }] }))],
    }))
    const before = process.cpuUsage()
    expect(readResult([...articles, documents[0]]).at(-1)?.changedAt).toBe(at(20))
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  cpuMs(2_000) // the code is compiled
  expect(cpuMs(16_000) / cpuMs(2_000), '64 if they were').toBeLessThan(32)
})
