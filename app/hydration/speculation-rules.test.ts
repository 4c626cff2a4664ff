import { expect, test } from 'vitest'
import { SPECULATION_RULES } from '#app/hydration/speculation-rules.ts'

test('pages are fetched ahead; what is one visitor’s own, does something or is a file is not', () => {
  const [{ where }] = JSON.parse(SPECULATION_RULES).prefetch
  const [{ href_matches: may }, { not }] = where.and
  const matches = (pattern: string, path: string) =>
    new URLPattern({ pathname: pattern }).test({ pathname: path })
  const isFetched = (path: string) =>
    matches(may, path) && !not.href_matches.some((pattern: string) => matches(pattern, path))
  for (const path of ['/', '/pricing', '/resources/speed-to-lead', '/privacy-policy/2026-11-01'])
    expect(isFetched(path), path).toBe(true)
  for (const path of [
    '/checkout',
    '/checkout/plan',
    '/api/preview/disable',
    '/feed.xml',
    '/media/a/b.jpg',
    '/share/x.png',
  ])
    expect(isFetched(path), path).toBe(false)
})
