import type { ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { SAME_FOR_ALL } from '#app/layout/same-for-all.ts'
import { sameForAllRoutes } from '#app/server/render-page.ts'

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
