import type { AppLoadContext, EntryContext, ServerBuild } from '@remix-run/node'
import { expect, test, vi } from 'vitest'
import { SAME_FOR_ALL } from '#app/layout/same-for-all.ts'
import type { Services } from '#app/load-context.ts'
import { renderer, sameForAllRoutes } from '#app/server/render-page.ts'

const route = (
  id: string,
  path: string | undefined,
  handle?: object,
  parentId: string | undefined = 'root',
) => ({
  [id]: { id, path, parentId, index: id === '_index', module: { default: () => null, handle } },
})
const build = {
  routes: {
    root: { id: 'root', path: '', module: { default: () => null } },
    ...route('_index', undefined, SAME_FOR_ALL),
    ...route('$slug', ':slug', SAME_FOR_ALL),
    ...route('$', '*', SAME_FOR_ALL),
    ...route('checkout', 'checkout'),
    ...route('checkout_.order', 'checkout/order'),
  },
} as unknown as ServerBuild

test('kept are the answers of routes that say so, and of their data', () => {
  const { has } = sameForAllRoutes(build)
  for (const path of ['/', '/_root.data', '/about', '/about.data', '/a/b/c'])
    expect(has(path), path).toBe(true)
  for (const path of ['/checkout', '/checkout.data', '/checkout/order']) expect(has(path), path).toBe(false)
})

test('what Express answers itself is no page, though a route would take the address', () => {
  const { has } = sameForAllRoutes(build)
  for (const path of ['/healthz', '/readyz', '/webhooks/paypal', '/test-payments/sdk/js'])
    expect(has(path), path).toBe(false)
})

test('Remix is told of the routes that take a path, all of them and no others', async () => {
  const shown = async (request: Request, _status: number, _headers: Headers, context: EntryContext) =>
    new Response(JSON.stringify([new URL(request.url).pathname, Object.keys(context.manifest.routes)]))
  const app = { ...build, future: { v3_singleFetch: true }, entry: { module: { default: shown } } }
  const assets = { routes: build.routes }
  const services = { siteUrl: 'http://localhost', content: { recorded }, reviews: {} } as unknown as Services
  const render = renderer({ ...app, assets } as unknown as ServerBuild, services, 'production')
  const routesAt = async (path: string) =>
    JSON.parse(String((await render({ path, plan: null }, 'test')).body))
  expect(await routesAt('/about')).toEqual(['/about', ['root', '$slug']])
  expect(await routesAt('/a/b')).toEqual(['/a/b', ['root', '$']])
  expect(await routesAt('/')).toEqual(['/', ['root', '_index']])
})

test('a page that was made before the logo’s drawing was there is not current once it is', async () => {
  let drawing: unknown = null
  const known = vi.fn(() => () => drawing)
  const logos = { of: async () => null, known }
  const shown = async (...all: [Request, number, Headers, EntryContext, AppLoadContext]) =>
    new Response(JSON.stringify(await all[4].logoDrawings.of({ logo: null })))
  const app = { ...build, future: { v3_singleFetch: true }, entry: { module: { default: shown } } }
  const services = { siteUrl: 'http://localhost', content: { recorded }, reviews: {}, logoDrawings: logos }
  const render = renderer(
    { ...app, assets: { routes: build.routes } } as unknown as ServerBuild,
    services as unknown as Services,
    'production',
  )
  const { readings } = await render({ path: '/', plan: null }, 'test')
  const isCurrent = () => readings.every((reading) => reading.isCurrent())
  expect(isCurrent()).toBe(true)
  drawing = { url: '/media/logo.svg' }
  expect(isCurrent()).toBe(false)
  expect(known, 'once for all hits').toHaveBeenCalledOnce()
})

const recorded = async <T>(make: () => Promise<T>) => ({ made: await make(), readings: [] })
