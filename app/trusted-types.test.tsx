// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import { guardScripts } from '#app/trusted-types.ts'

test('scripts come from this site and PayPal; markup is React’s own script element, also in a browser without URL.parse', () => {
  const createPolicy = vi.fn<(name: string, rules: Record<string, (text: string) => string | null>) => void>()
  vi.stubGlobal('trustedTypes', { createPolicy })
  vi.spyOn(URL, 'parse').mockImplementation(() => {
    throw new TypeError('URL.parse is not a function')
  })
  onTestFinished(() => void vi.unstubAllGlobals().restoreAllMocks())
  guardScripts()
  const { createScriptURL, createHTML } = createPolicy.mock.calls[0]![1]
  for (const own of [
    '/assets/a.js',
    'https://www.paypal.com/sdk/js?x=1',
    'https://www.paypalobjects.com/a.js',
  ])
    expect(createScriptURL!(own), own).toBe(own)
  for (const strange of [
    'https://evil.example/a.js',
    'https://www.paypal.com.evil.example/',
    'https://[',
    'data:,x',
  ])
    expect(createScriptURL!(strange), strange).toBeNull()
  for (const harmless of ['<script></script>', '{"@context":"https://schema.org"}'])
    expect(createHTML!(harmless)).toBe(harmless)
  expect(createHTML!('<img src=x onerror=alert(1)>')).toBeNull()
})
