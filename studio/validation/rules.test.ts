import { expect, test } from 'vitest'
import type { StoredDocument } from '#studio/validation/document.ts'
import type { Context, Rule } from '#studio/validation/rule.ts'
import { priceJump } from '#studio/validation/rules/price-jump.ts'
import {
  answer,
  startingContent as content,
  paragraphs,
} from '#studio/validation/rules/rules.test-support.ts'
import { unfinishedText } from '#studio/validation/rules/unfinished-text.ts'
import { acknowledgementOf, findingsOf, levelOf, newSince, RULES } from '#studio/validation/rules.ts'
import { seedDocuments } from '#studio/validation/seed.test-support.ts'

const says = (document: StoredDocument, published?: StoredDocument) =>
  findingsOf(document, { content, published }).map(({ rule }) => rule.name)

test('the rules find nothing in the starting content', () => {
  const found = seedDocuments().flatMap((document) => findingsOf(document, { content, published: document }))
  expect(found.map(({ path, message }) => `${JSON.stringify(path)} ${message}`)).toEqual([])
})

test('every rule has a name of its own and says in sentences what it is about', () => {
  expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length)
  for (const { title, help } of RULES) {
    expect(title).toMatch(/^[A-Z].*[^.]$/)
    expect(help).toMatch(/^[A-Z].*\.$/)
  }
})

test('earlier texts are not checked', () => {
  expect(says({ _id: 'v', _type: 'policyVersion', intro: paragraphs('TODO') })).toEqual([])
})

test.each([
  ['page', { blocks: [null] }],
  ['page', { blocks: 5, seo: 'x', slug: 'x', title: { en: 'x' } }],
  [
    'faqItem',
    { answer: [[null], { _type: 'block', children: [null, 'x', 7], markDefs: 'x' }], question: [] },
  ],
  ['plan', { price: '99', credit: {}, kind: 5, slug: [], showUntil: 7 }],
  ['policy', { sections: [null], intro: {}, effectiveDate: 2026 }],
  ['siteSettings', { consents: { sms: [7], marketing: 'x' } }],
  ['redirect', { from: 5, to: {}, target: 'x' }],
  ['article', { picture: { _type: 'picture', asset: 'x', alt: [] }, date: {}, description: 7 }],
])('a %s with fields of other types can be checked: %j', (_type, fields) => {
  const document = { _id: 'a', _type, ...fields }
  expect(() => findingsOf(document, { content, published: { _id: 'a', _type } })).not.toThrow()
  expect(() => findingsOf({ _id: 'a', _type }, { content, published: document })).not.toThrow()
})

test('what one rule cannot read is said, and the others are still applied', () => {
  const document = { ...answer('TODO'), _type: 'siteSettings', consents: { sms: [null] } }
  expect(says(document)).toEqual(['consent-terms', 'unfinished-text'])
})

const jump = { rule: priceJump, path: ['price'], message: 'A jump', value: '$1 → $2' }
const cut = { rule: unfinishedText, path: ['title'], message: 'Too long' }
const acknowledged = ['price-jump price $1 → $2']

test.each([
  ['an error', { ...cut, level: 'error' as const }, { _id: 'a' }, false, 'error'],
  ['a new warning', cut, { _id: 'drafts.a' }, true, 'warning'],
  ['a known warning', cut, { _id: 'drafts.a' }, false, 'info'],
  ['a new warning that blocks releases, in a draft', jump, { _id: 'drafts.a' }, true, 'warning'],
  ['the same in a release', jump, { _id: 'versions.r1.a' }, true, 'error'],
  ['the same in a release, known', jump, { _id: 'versions.r1.a' }, false, 'info'],
  ['the same in a release, acknowledged', jump, { _id: 'versions.r1.a', acknowledged }, true, 'warning'],
  [
    'another value than the acknowledged one',
    { ...jump, value: '$1 → $20' },
    { _id: 'versions.r1.a', acknowledged },
    true,
    'error',
  ],
  ['a new warning of another rule in a release', cut, { _id: 'versions.r1.a' }, true, 'warning'],
])('%s', (_, finding, document, isNew, level) => {
  expect(levelOf(finding, { _type: 'plan', ...document }, isNew)).toBe(level)
})

test('an acknowledgement names rule, place and value', () => {
  expect(acknowledgementOf(jump)).toBe('price-jump price $1 → $2')
})

test('a finding is new unless the published version has it at the same place', () => {
  const published = answer('TODO: one')
  const document = answer('TODO: one and more', 'TODO: two')
  const context: Context = { content, published }
  expect(findingsOf(document, context).map(newSince(context))).toEqual([false, true])
  expect(findingsOf(document, context).map(newSince({ content, published: undefined }))).toEqual([true, true])
})

test('many redirects are checked without comparing each with all others', () => {
  let reads = 0
  const redirects = Array.from({ length: 300 }, (_, nth) => ({
    _id: `r${nth}`,
    get from() {
      reads++
      return `/old-${nth}`
    },
    to: '/pricing',
    targetSlug: null,
  }))
  const rule = RULES.find(({ name }) => name === 'redirect') as Rule
  const found = redirects.flatMap(({ _id, from, to }) =>
    rule.check(
      { _id, _type: 'redirect', from, to },
      { content: { ...content, redirects }, published: undefined },
    ),
  )
  expect(found).toEqual([])
  expect(reads).toBeLessThan(redirects.length * 10)
})
