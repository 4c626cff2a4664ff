import { expect, test } from 'vitest'
import type { StoredDocument } from '#studio/validation/document.ts'
import { priceJump } from '#studio/validation/rules/price-jump.ts'
import {
  answer,
  startingContent as content,
  paragraphs,
} from '#studio/validation/rules/rules.test-support.ts'
import { unfinishedText } from '#studio/validation/rules/unfinished-text.ts'
import { findingsOf, levelOf } from '#studio/validation/rules.ts'
import { seedDocuments } from '#studio/validation/seed.test-support.ts'

const namesOf = (document: StoredDocument) =>
  findingsOf(document, { content, published: undefined }).map(({ rule }) => rule.name)

test('the rules find nothing in the starting content', () => {
  const found = seedDocuments().flatMap((document) => findingsOf(document, { content, published: document }))
  expect(found.map(({ path, message }) => `${JSON.stringify(path)} ${message}`)).toEqual([])
})

test('earlier texts are not checked', () => {
  expect(namesOf({ _id: 'v', _type: 'policyVersion', intro: paragraphs('TODO') })).toEqual([])
})

test.each([
  ['page', { blocks: [null], seo: 'x', slug: 'x', title: { en: 'x' } }],
  [
    'faqItem',
    { answer: [[null], { _type: 'block', children: [null, 'x', 7], markDefs: 'x' }], question: [] },
  ],
  ['plan', { price: '99', credit: {}, kind: 5, slug: [], showUntil: 7 }],
  ['policy', { sections: [null], intro: {}, effectiveDate: 2026 }],
  ['redirect', { from: 5, to: {}, target: 'x' }],
])('a %s with fields of other types can be checked: %j', (_type, fields) => {
  const document = { _id: 'a', _type, ...fields }
  expect(() => findingsOf(document, { content, published: { _id: 'a', _type } })).not.toThrow()
})

test('a rule that cannot read a document says so, and the others still apply', () => {
  const document = { ...answer('TODO'), _type: 'siteSettings', consents: { sms: [null] } }
  expect(namesOf(document)).toEqual(['consent-terms', 'unfinished-text'])
})

const jump = { rule: priceJump, path: ['price'], message: 'A jump', value: '$1 → $2', isNew: true }
const typo = { rule: unfinishedText, path: ['title'], message: 'TODO', isNew: true }
const published = { isNew: false }
const draft = { _id: 'drafts.a', _type: 'plan' }
const version = { _id: 'versions.r1.a', _type: 'plan' }
const acknowledged = { ...version, acknowledged: ['price-jump price $1 → $2'] }

test.each([
  ['an error', { ...typo, ...published, level: 'error' as const }, draft, 'error'],
  ['a new warning', typo, draft, 'warning'],
  ['a published warning', { ...typo, ...published }, draft, 'info'],
  ['a price jump in a draft', jump, draft, 'warning'],
  ['a price jump in a release', jump, version, 'error'],
  ['a published price jump in a release', { ...jump, ...published }, version, 'info'],
  ['an acknowledged price jump in a release', jump, acknowledged, 'warning'],
  ['another price than the acknowledged one', { ...jump, value: '$1 → $20' }, acknowledged, 'error'],
  ['a new warning that does not block releases', typo, version, 'warning'],
])('the form shows %s at its level', (_, finding, document, level) => {
  expect(levelOf(finding, document)).toBe(level)
})

test('a finding is new unless the published version has it at the same place', () => {
  const document = answer('TODO: one and more', 'TODO: two')
  const found = findingsOf(document, { content, published: answer('TODO: one') })
  expect(found.map(({ isNew }) => isNew)).toEqual([false, true])
})
