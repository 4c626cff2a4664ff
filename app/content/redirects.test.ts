import { expect, test } from 'vitest'
import { findRedirect } from '#app/content/redirects.ts'
import type { Redirect } from '#app/content/types.ts'

const redirect = (from: string, to: string, more: Partial<Redirect> = {}): Redirect => ({
  from,
  to,
  permanent: true,
  target: null,
  ...more,
})
const page = (slug: string) => ({ to: null, target: { _type: 'page' as const, slug } })

test('a redirect points to a page, a path or another site', () => {
  const all = [
    redirect('/old', '', page('pricing')),
    redirect('/Front', '', page('home')),
    redirect('/faq', '/pricing#faq', { permanent: false }),
    redirect('/partners', 'https://partners.example/x?y=1'),
  ]
  expect(findRedirect(all, '/old')).toEqual({ location: '/pricing', status: 301 })
  expect(findRedirect(all, '/OLD/')).toEqual({ location: '/pricing', status: 301 })
  expect(findRedirect(all, '/front')).toEqual({ location: '/', status: 301 })
  expect(findRedirect(all, '/faq')).toEqual({ location: '/pricing#faq', status: 302 })
  expect(findRedirect(all, '/partners')).toEqual({ location: 'https://partners.example/x?y=1', status: 301 })
  expect(findRedirect(all, '/olden')).toBeUndefined()
})

test('the query string is added unless the target has its own', () => {
  const all = [redirect('/a', '/b#c'), redirect('/d', 'https://e.example/?f=1')]
  expect(findRedirect(all, '/a', '?utm_source=x')?.location).toBe('/b?utm_source=x#c')
  expect(findRedirect(all, '/d', '?utm_source=x')?.location).toBe('https://e.example/?f=1')
})

test('characters that a header cannot hold are escaped, once', () => {
  const all = [
    redirect('/a', '/größe'),
    redirect('/größe', '/日本/%20?x=ü#\u0001'),
    redirect('/d', '/\ud800'),
  ]
  expect(findRedirect(all, '/a')?.location).toBe('/%E6%97%A5%E6%9C%AC/%20?x=%C3%BC#%01')
  expect(findRedirect(all, '/d')?.location).toBe('/%EF%BF%BD')
})

test('escaped and unescaped paths are equal', () => {
  const all = [
    redirect('/caf%C3%A9', '/menu'),
    redirect('/Größe', '/gr%c3%b6%c3%9fe/'),
    redirect('/100%', '/all'),
  ]
  for (const path of ['/caf%C3%A9', '/caf%c3%a9/', '/café'])
    expect(findRedirect(all, path)?.location).toBe('/menu')
  expect(findRedirect(all, '/gr%C3%B6%C3%9Fe')).toBeUndefined()
  for (const path of ['/100%', '/100%25']) expect(findRedirect(all, path)?.location).toBe('/all')
})

test('a chain becomes one redirect, which is temporary if any of them is', () => {
  const all = [
    redirect('/a', '/b'),
    redirect('/b', '/c', { permanent: false }),
    redirect('/c', '', page('d')),
  ]
  expect(findRedirect(all, '/a')).toEqual({ location: '/d', status: 302 })
})

test('a published page ends the chain, even with a redirect from its own path', () => {
  const all = [
    redirect('/a', '', page('b')),
    redirect('/b', '/c'),
    redirect('/self', '', page('self')),
    redirect('/away', '', page('back')),
    redirect('/back', '/away'),
  ]
  expect(findRedirect(all, '/a')).toEqual({ location: '/b', status: 301 })
  for (const path of ['/self', '/back']) expect(findRedirect(all, path), path).toBeUndefined()
})

test('a cycle of redirects is ignored', () => {
  const all = [redirect('/a', '/b'), redirect('/b', '/a'), redirect('/self', '/self/'), redirect('/in', '/a')]
  for (const path of ['/a', '/b', '/self', '/in']) expect(findRedirect(all, path), path).toBeUndefined()
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'http://evil.example',
  'javascript:alert(1)',
  'javascript:alert(1)//https://site.example',
  'https://user@evil.example',
  'https://[',
  'https://site.example/a b',
  'evil.example',
  '/a b',
  '',
])('a redirect to %s is ignored', (to) => {
  expect(findRedirect([redirect('/a', to)], '/a')).toBeUndefined()
})

test('earlier versions of a policy and later pages of a list move with their document', () => {
  const all = [
    redirect('/refund-policy', '', page('refunds')),
    redirect('/resources', '/articles/'),
    redirect('/articles', '/reading'),
    redirect('/news', '', page('home')),
    redirect('/faq', '/pricing#faq'),
    redirect('/offer', '/pricing?plan=one'),
    redirect('/partners', 'https://partners.example/x'),
    redirect('/refunds/2020-01-01', '/elsewhere'),
  ]
  const to = (path: string) => findRedirect(all, path, '?a=b')?.location
  expect(to('/refund-policy/2026-11-01')).toBe('/refunds/2026-11-01?a=b')
  expect(to('/Refund-Policy/2026-11-01-2/')).toBe('/refunds/2026-11-01-2?a=b')
  expect(to('/resources/page/3')).toBe('/reading/page/3?a=b')
  expect(to('/news/page/2')).toBe('/page/2?a=b')
  expect(to('/refunds/2020-01-01')).toBe('/elsewhere?a=b')
  for (const path of [
    '/resources/an-article',
    '/faq/2026-11-01',
    '/offer/page/2',
    '/partners/page/2',
    '/2026-11-01',
    '/other/page/2',
  ])
    expect(to(path), path).toBeUndefined()
})
