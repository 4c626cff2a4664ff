import type { ServerBuild } from '@remix-run/node'
import type { Request } from 'express'
import { expect, test } from 'vitest'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { createRoutes, pageAddresses } from '#app/server/http/page-address.ts'

const route = (id: string, path?: string, module: object = { default: () => null, handle: CACHEABLE }) => ({
  [id]: { id, path, parentId: 'root', index: id === '_index', module },
})
const routes = createRoutes({
  routes: {
    root: { id: 'root', path: '', module: { default: () => null } },
    ...route('_index'),
    ...route('$slug', ':slug'),
    ...route('$', '*'),
    ...route('checkout', 'checkout', { default: () => null }),
    ...route('feed[.]xml', 'feed.xml', { handle: CACHEABLE }),
    ...route('reviews', 'reviews', {}),
  },
} as unknown as ServerBuild)
const services = {
  content: { plan: async (slug: string) => (slug === 'pro' ? { slug } : null) },
  previews: {
    cookie: { read: async ({ headers }: { headers: Headers }) => headers.get('Cookie') === 'preview=opens' },
  },
} as unknown as Parameters<typeof pageAddresses>[1]
const addressOf = pageAddresses(routes, services)
const ask = (url: string, cookie?: string, method = 'GET') => {
  const { pathname: path, searchParams } = new URL(url, 'http://localhost')
  return addressOf({
    method,
    path,
    query: Object.fromEntries(searchParams),
    headers: { cookie },
  } as unknown as Request)
}
/** A `Set-Cookie` value as Remix writes it. */
const planCookie = (slug: string) => `plan=${encodeURIComponent(btoa(JSON.stringify(slug)))}`

test('content pages and their data are stored under their path, whatever else a visitor sends', async () => {
  for (const path of ['/', '/_root.data', '/about', '/about.data', '/a/b/c', '/feed.xml'])
    expect(await ask(path), path).toEqual({ path, plan: null })
  expect(await ask('/about?utm_source=x', 'session=1')).toEqual({ path: '/about', plan: null })
})

test('personal pages, posts and invalid addresses are not stored', async () => {
  for (const path of ['/checkout', '/checkout.data', '/reviews', '/Upper', '/a%20b', `/${'a'.repeat(200)}`])
    expect(await ask(path), path).toBeUndefined()
  expect(await ask('/about', undefined, 'POST')).toBeUndefined()
})

test('a chosen plan that is on sale is part of the address; other cookies are ignored, except a valid preview', async () => {
  expect(await ask('/about', planCookie('pro'))).toEqual({ path: '/about', plan: 'pro' })
  for (const cookie of [planCookie('deleted'), 'plan=junk', 'preview=x'])
    expect(await ask('/about', cookie), cookie).toEqual({ path: '/about', plan: null })
  expect(await ask('/about', 'preview=opens')).toBeUndefined()
})

test('Remix requests the data of some routes in any order; other ids are not stored', async () => {
  const path = '/about.data?_routes=%24slug%2Croot'
  for (const ids of ['root,$slug', '$slug,root', '$slug,root,root'])
    expect(await ask(`/about.data?_routes=${ids}`), ids).toEqual({ path, plan: null })
  for (const ids of ['root', '$slug,checkout', ''])
    expect(await ask(`/about.data?_routes=${ids}`), ids).toBeUndefined()
})
