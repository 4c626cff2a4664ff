import { expect, test } from 'vitest'
import { brokenLink } from '#studio/validation/rules/broken-link.ts'
import { findings, messages, paragraphs } from '#studio/validation/rules/rules.test-support.ts'

const content = {
  earlier: [{ slugs: [null, 'former-policy', 'last-policy'], address: '2026-11-01' }],
  redirects: [{ _id: 'moved', from: '/moved', to: '/resources', targetSlug: null }],
}
const page = (link: object) => ({
  _id: 'p',
  _type: 'page',
  blocks: [{ _key: 'h', _type: 'pageHeader', buttons: [{ _key: 'b', _type: 'link', ...link }] }],
})
const site = 'https://www.keyturn.example'

test.each([
  [{ target: { _ref: 'page-pricing' } }, true],
  [{ target: { _ref: 'page-deleted' } }, false],
  [{ href: `${site}/pricing/` }, true],
  [{ href: `${site}/prices` }, false],
  [{ href: `${site}/search?q=leads` }, true],
  [{ href: `${site}/privacy-policy/2026-11-01` }, true],
  [{ href: `${site}/former-policy/2026-11-01` }, true],
  [{ href: `${site}/former-policy/2026-12-01` }, false],
  [{ href: `${site}/resources/page/2` }, true],
  [{ href: `${site}/moved/page/2` }, true],
  [{ href: `${site}/feed.xml` }, true],
  [{ href: `${site}/consent-wording/2026-11-01` }, true],
  [{ href: 'https://elsewhere.example/prices' }, true],
  [{ href: 'mailto:a@b.example' }, true],
  [{ target: { _ref: 5 }, href: 7 }, true],
])('%j', (link, works) => {
  expect(findings(brokenLink, page(link), { content })).toHaveLength(works ? 0 : 1)
})

test.each([
  ['/pricng#faq', false],
  ['/pricing#faq', true],
])('a redirect to %s', (to, works) => {
  expect(findings(brokenLink, { _id: 'r', _type: 'redirect', to })).toHaveLength(works ? 0 : 1)
})

const [paragraph] = paragraphs('Read ')
const faqWith = (fields: object) => ({
  _id: 'f',
  _type: 'faqItem',
  answer: [{ ...paragraph, ...fields }],
})

test.each([
  { markDefs: [{ _key: 'm', _type: 'textLink', target: { _ref: 'page-deleted' } }] },
  { children: [{ _key: 'q', _type: 'priceReference', plan: { _ref: 'plan-deleted' } }] },
])('a text with %j', (fields) => {
  expect(messages(brokenLink, faqWith(fields))).toEqual([
    expect.stringMatching(/ refers to something that is not published/),
  ])
})

test('links of an odd shape are skipped', () => {
  for (const markDefs of [null, 5, [null, { _key: 'm', target: 'page' }]])
    expect(findings(brokenLink, faqWith({ markDefs }))).toEqual([])
})
