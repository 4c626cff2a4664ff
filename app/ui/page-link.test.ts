import { afterEach, expect, test, vi } from 'vitest'
import { prefetchOf } from '#app/ui/page-link.tsx'

afterEach(() => void vi.unstubAllGlobals())

test('links prefetch their page on intent, except checkout', () => {
  vi.stubGlobal('HTMLScriptElement', { supports: (type: string) => type === 'speculationrules' })
  expect(['/pricing', '/checkout'].map(prefetchOf)).toEqual(['intent', 'none'])
  vi.stubGlobal('HTMLScriptElement', { supports: () => false })
  expect(prefetchOf('/pricing')).toBe('none')
})
