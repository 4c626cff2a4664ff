import { afterEach, expect, test, vi } from 'vitest'
import { prefetchOf } from '#app/ui/page-link.tsx'

afterEach(() => void vi.unstubAllGlobals())

test('a page is fetched before its link is followed, checkout and places in the page are not', () => {
  vi.stubGlobal('HTMLScriptElement', { supports: (type: string) => type === 'speculationrules' })
  expect(['/pricing', '/checkout', '#main'].map(prefetchOf)).toEqual(['intent', 'none', 'none'])
})

test('nor is anything by a browser that would hold it against default-src', () => {
  vi.stubGlobal('HTMLScriptElement', { supports: () => false })
  expect(prefetchOf('/pricing')).toBe('none')
})
