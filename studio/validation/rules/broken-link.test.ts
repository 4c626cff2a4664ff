import { expect, test } from 'vitest'
import { brokenLink } from '#studio/validation/rules/broken-link.ts'
import { findings, paragraphs } from '#studio/validation/rules/rules.test-support.ts'

const content = {
  earlierAddresses: [{ slugs: [null, 'former-policy', 'last-policy'], address: '2026-11-01' }],
  redirects: [{ _id: 'moved', from: '/moved', to: '/resources', targetSlug: null }],
}
const page = (link: object) => ({
  _id: 'p',
  _type: 'page',
  blocks: [{ _key: 'h', _type: 'pageHeader', buttons: [{ _key: 'b', _type: 'link', ...link }] }],
})
const [paragraph] = paragraphs('Read ')
const faq = (fields: object) => ({ _id: 'f', _type: 'faqItem', answer: [{ ...paragraph, ...fields }] })
const site = 'https://www.keyturn.example'

test.each([
  [page({ target: { _ref: 'page-pricing' } }), true],
  [page({ target: { _ref: 'page-deleted' } }), false],
  [page({ href: `${site}/pricing/` }), true],
  [page({ href: `${site}/prices` }), false],
  [page({ href: `${site}/privacy-policy/2026-11-01` }), true],
  [page({ href: `${site}/former-policy/2026-11-01` }), true],
  [page({ href: `${site}/former-policy/2026-12-01` }), false],
  [page({ href: `${site}/moved/page/2` }), true],
  [page({ href: 'https://elsewhere.example/prices' }), true],
  [page({ target: { _ref: 5 }, href: 7 }), true],
  [{ _id: 'r', _type: 'redirect', to: '/pricng#faq' }, false],
  [{ _id: 'r', _type: 'redirect', to: '/pricing#faq' }, true],
  [faq({ markDefs: [{ _key: 'm', _type: 'textLink', target: { _ref: 'page-deleted' } }] }), false],
  [faq({ children: [{ _key: 'q', _type: 'priceReference', plan: { _ref: 'plan-deleted' } }] }), false],
  [faq({ markDefs: [null, { _key: 'm', target: 'page' }] }), true],
])('%j has working links: %s', (document, works) => {
  expect(findings(brokenLink, document, { content })).toHaveLength(works ? 0 : 1)
})
