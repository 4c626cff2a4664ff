import { afterEach, expect, test, vi } from 'vitest'
import { prefetchOf } from '#app/ui/page-link.tsx'

afterEach(() => void vi.unstubAllGlobals())

test('a page is fetched before its link is followed, checkout is not', () => {
  vi.stubGlobal('HTMLScriptElement', { supports: (type: string) => type === 'speculationrules' })
  expect(['/pricing', '/checkout'].map(prefetchOf)).toEqual(['intent', 'none'])
})

test('nor is anything by a browser that would hold it against default-src', () => {
  vi.stubGlobal('HTMLScriptElement', { supports: () => false })
  expect(prefetchOf('/pricing')).toBe('none')
})
