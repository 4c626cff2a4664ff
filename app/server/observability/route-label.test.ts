import { expect, test } from 'vitest'
import { routeLabel } from '#app/server/observability/route-label.ts'

test('unknown paths create no labels', () => {
  expect(routeLabel('/pricing.data', 200), 'not requested yet').toBe('other')
  expect(routeLabel('/pricing', 200)).toBe('/pricing')
  expect(routeLabel('/pricing.data', 200)).toBe('/pricing')
  for (const [path, status] of [
    ['/made-up', 404],
    ['/made-up.data', 200],
    ['/HealthZ', 200],
  ] as const)
    for (let time = 0; time < 2; time++) expect(routeLabel(path, status), path).toBe('other')
  expect(routeLabel('/assets/Chunk-A1b2.js', 200)).toBe('/assets/…')
})
