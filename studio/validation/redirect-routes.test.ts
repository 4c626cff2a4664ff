import { expect, test } from 'vitest'
import type { Dataset, RedirectFacts } from '#studio/validation/published-content.ts'
import {
  isRedirectSource,
  leadsSomewhere,
  routeProblem,
  sourceProblem,
  targetProblem,
} from '#studio/validation/redirect-routes.ts'
import { seededClient } from '#studio/validation/seeded-lake.test-support.ts'

const redirect = (_id: string, from: string, to: string | null, slug?: string): RedirectFacts => ({
  _id,
  from,
  to,
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
  earlier: [{ slugs: ['terms', 'old-terms'], address: '2026-11-01' }],
  names: [],
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
  ['/Old-terms/2026-11-01/', /held earlier stands at/],
  ['/terms/2026-11-02', undefined],
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

test('a redirect that is changed is not measured against what it was', () => {
  const published = redirect('r', '/a', '/b')
  expect(routeProblem(redirect('r', '/b', '/c'), dataset(published))).toBeUndefined()
  expect(routeProblem(redirect('r', '/c', '/a'), dataset(published))).toBeUndefined()
})

test('the form asks for one target, a page or an address, and for a page that is published', async () => {
  const client = await seededClient()
  await client.create({ _id: 'r', _type: 'redirect', from: '/a', target: { _ref: 'page-pricing' } })
  const said = (fields: object) =>
    leadsSomewhere(
      { _id: 'drafts.new', from: '/old', ...fields } as never,
      { getClient: () => client } as never,
    )
  const page = (_ref: string) => ({ target: { _ref } })
  for (const fields of [{}, { ...page('page-pricing'), to: '/pricing' }])
    expect(await said(fields)).toMatch(/exactly one of them/)
  expect(await said(page('page-pricing'))).toBe(true)
  expect(await said({ to: '/pricing' })).toBe(true)
  expect(await said(page('page-nowhere'))).toMatch(/not published/)
  expect(await said({ to: '/a' })).toMatch(/^\/a is itself redirected\. Lead straight to \/pricing/)
  expect(await said({ from: '/pricing', ...page('page-pricing') })).toMatch(/in a circle/)
  expect(await said({ from: undefined, to: '/a' })).toBe(true)
})

test('in a release a redirect may lead to a page that goes out with it, at the address that it has there', async () => {
  const client = await seededClient()
  const said = (release: string, _ref: string, from = '/old') =>
    leadsSomewhere(
      { _id: `versions.${release}.new`, from, target: { _ref } } as never,
      { getClient: () => client } as never,
    )
  await client.releases.create({ releaseId: 'rSpring', metadata: { title: 'Spring', releaseType: 'asap' } })
  for (const publishedId of ['page-spring', 'page-pricing'])
    await client.createVersion({
      publishedId,
      releaseId: 'rSpring',
      document: { _type: 'page', slug: { current: publishedId.replace('page-', 'new-') } },
    })
  expect(await said('rSpring', 'page-spring')).toBe(true)
  expect(await said('rSpring', 'page-pricing', '/new-pricing')).toMatch(/in a circle/)
  expect(await said('rOther', 'page-spring')).toMatch(/not published/)
})

test('in a release a redirect may lead away from a page that the release takes down, and not to it', async () => {
  const client = await seededClient()
  await client.create({ _id: 'page-sale', _type: 'page', title: 'Sale', slug: { current: 'sale' } })
  await client.releases.create({ releaseId: 'rOver', metadata: { title: 'Over', releaseType: 'asap' } })
  await client.unpublishVersion({ releaseId: 'rOver', publishedId: 'page-sale' })
  const context = { getClient: () => client }
  const from = (_id: string) => isRedirectSource('/sale', { document: { _id }, ...context } as never)
  expect(await from('versions.rOver.new')).toBe(true)
  expect(await from('drafts.new')).toMatch(/“Sale” stands at \/sale/)
  const redirect = { _id: 'versions.rOver.new', from: '/old', target: { _ref: 'page-sale' } }
  expect(await leadsSomewhere(redirect as never, context as never)).toMatch(/not published/)
})
