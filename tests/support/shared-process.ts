import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, vi } from 'vitest'

// Test files that share a process (vite.config.ts): undoes spies, stubs and fake clocks, and fails if a file leaves a global changed.
const { testPath = '' } = expect.getState()
if (/^\/\/ @vitest-environment|\bvi\.(doMock|mock|resetModules)\(/m.test(readFileSync(testPath, 'utf8')))
  throw new Error('This file would change modules for other files: name it .test.tsx (vite.config.ts).')

/** A global that Node creates at its first use. */
const LAZY = 'lazy'
const globalState = (): Map<string, unknown> => {
  // Packages that load late set `__…`, and sharp sets VIPSHOME.
  const globals = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(
    ([name]) => !name.startsWith('__'),
  )
  const { VIPSHOME, ...environment } = process.env
  return new Map<string, unknown>([
    ...globals.map(([name, { value, get }]) => [name, get ? LAZY : value] as const),
    ...Object.entries(environment).map(([name, value]) => [`process.env.${name}`, value] as const),
    ['process.cwd()', process.cwd()],
    ['Date.now', Date.now],
  ])
}
let before = new Map<string, unknown>()
// Changes by loading a module are allowed, because modules stay loaded.
beforeAll(() => {
  before = globalState()
})
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  const after = globalState()
  const changed = [...before.keys(), ...after.keys()].filter((name) => {
    const earlier = before.get(name)
    return earlier !== LAZY && !Object.is(earlier, after.get(name))
  })
  expect([...new Set(changed)], 'changed for the next file of this process').toEqual([])
})
