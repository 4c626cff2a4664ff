import { expect, test } from 'vitest'
import type { Dataset, RedirectFacts } from '#studio/guards/dataset.ts'
import { routeProblem, sourceProblem, targetProblem } from '#studio/guards/redirects.ts'

const redirect = (_id: string, from: string, to: string | null, slug?: string): RedirectFacts => ({
  _id,
  from,
  to,
  target: slug ? `page-${slug}` : null,
  targetSlug: slug ? { _type: 'page', slug } : null,
})
const dataset = (...redirects: RedirectFacts[]): Dataset => ({
  plans: [],
  addresses: [
    { _id: 'page-pricing', _type: 'page', slug: 'pricing', title: 'Pricing' },
    { _id: 'article-zip', _type: 'article', slug: 'zip', title: 'ZIP codes' },
  ],
  redirects,
  published: [],
  settings: null,
})

test.each([
  ['/old', undefined],
  ['/old/page.html', undefined],
  ['old', /Start with a slash/],
  ['//old', /Start with a slash/],
  ['/old?x=1', /Start with a slash/],
  ['/', /front page/],
  ['/Checkout/plan', /used by the site itself/],
  ['/pricing/', /“Pricing” stands at/],
  ['/resources/zip', /“ZIP codes” stands at/],
  ['/TAKEN', /Another redirect/],
  ['/%74aken/', /Another redirect/],
])('from %s: %s', (from, problem) => {
  const found = sourceProblem(from, { _id: 'drafts.new' }, dataset(redirect('r', '/taken', '/pricing')))
  if (problem) expect(found).toMatch(problem)
  else expect(found).toBeUndefined()
})

test('a redirect may keep its own address', () => {
  expect(sourceProblem('/taken', { _id: 'drafts.r' }, dataset(redirect('r', '/taken', '/x')))).toBeUndefined()
})

test.each([
  ['/pricing#faq', true],
  ['https://partners.example/a?b=c', true],
  ['http://partners.example', false],
  ['//partners.example', false],
  ['/\\partners.example', false],
  ['https://a@b.example', false],
  ['javascript:alert(1)', false],
  ['pricing', false],
])('to %s: %s', (to, allowed) => {
  expect(targetProblem(to) === undefined).toBe(allowed)
})

test('circles, detours and what would become one are named with their way', () => {
  expect(routeProblem(redirect('r', '/a', '/pricing'), dataset())).toBeUndefined()
  expect(routeProblem(redirect('r', '/a', null, 'pricing'), dataset())).toBeUndefined()
  expect(routeProblem(redirect('r', '/a', '/A/#x'), dataset())).toBe('This leads in a circle: /a → /a')
  expect(
    routeProblem(redirect('r', '/a', '/b'), dataset(redirect('s', '/b', '/c'), redirect('t', '/c', '/a'))),
  ).toBe('This leads in a circle: /a → /b → /c → /a')
  expect(routeProblem(redirect('r', '/a', '/b'), dataset(redirect('s', '/b', null, 'pricing')))).toBe(
    '/b is itself redirected. Lead straight to /pricing.',
  )
  expect(routeProblem(redirect('r', '/b', '/c'), dataset(redirect('s', '/a', '/b')))).toMatch(
    /^\/a leads to \/b, which would now be a detour/,
  )
})
