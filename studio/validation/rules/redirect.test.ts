import { expect, test } from 'vitest'
import type { RedirectFacts } from '#studio/validation/published-content.ts'
import { redirect } from '#studio/validation/rules/redirect.ts'
import { findings, messages } from '#studio/validation/rules/rules.test-support.ts'

const redirectFact = (_id: string, from: string, to: string | null, slug?: string): RedirectFacts => ({
  _id,
  from,
  to,
  targetSlug: slug ? { _type: 'page', slug } : null,
})
const document = (fields: object) => ({ _id: 'drafts.new', _type: 'redirect', ...fields })
const toPage = (_ref: string) => ({ target: { _type: 'reference', _ref } })
const earlierAddresses = [{ slugs: ['terms', 'old-terms'], address: '2026-11-01' }]

test.each([
  ['/old', undefined],
  ['old', /Start with a slash/],
  ['/old?x=1', /Start with a slash/],
  ['/', /front page/],
  ['/Checkout/plan', /used by the site itself/],
  ['/pricing/', /“Pricing[^”]*” is at/],
  ['/Old-terms/2026-11-01/', /earlier policy text/],
  ['/terms/2026-11-02', undefined],
  ['/TAKEN', /Another redirect/],
  ['/%74aken/', /Another redirect/],
])('from %s: %s', (from, problem) => {
  const redirects = [redirectFact('r', '/taken', '/contact-us')]
  const found = messages(redirect, document({ from, to: '/about-us' }), {
    content: { redirects, earlierAddresses },
  })
  if (problem) expect(found[0]).toMatch(problem)
  else expect(found).toEqual([])
})

test.each([
  ['/about-us#team', true],
  ['https://partners.example/a?b=c', true],
  ['http://partners.example', false],
  ['//partners.example', false],
  ['/\\partners.example', false],
  ['https://exa mple.com', false],
  ['javascript:alert(1)', false],
])('to %s: %s', (to, allowed) => {
  expect(findings(redirect, document({ from: '/old', to })).length === 0).toBe(allowed)
})

test.each([
  ['no target', {}, /exactly one/],
  ['two targets', { ...toPage('page-about-us'), to: '/about-us' }, /exactly one/],
  ['an unpublished page', toPage('page-nowhere'), /not published/],
  ['a published page', toPage('page-about-us'), undefined],
  ['itself', { to: '/OLD/#x' }, /circle: \/old → \/old\./],
  ['a circle', { to: '/b' }, /circle: \/old → \/b → \/c → \/old/],
  ['a redirect', { to: '/d' }, undefined],
])('a redirect to %s', (_, target, problem) => {
  const redirects = [
    redirectFact('b', '/b', '/c'),
    redirectFact('c', '/c', '/old'),
    redirectFact('d', '/d', null, 'about-us'),
  ]
  const own = target && 'to' in target && target.to === '/b' ? redirects : redirects.slice(2)
  const found = messages(redirect, document({ from: '/old', ...target }), { content: { redirects: own } })
  if (problem) expect(found[0]).toMatch(problem)
  else expect(found).toEqual([])
})
