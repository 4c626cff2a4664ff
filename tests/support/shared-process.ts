import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, vi } from 'vitest'

// For each file that shares its process with others (vite.config.ts): spies, stubs and fake clocks end with it, and what else it
// changes of what they all see is named.
const { testPath = '' } = expect.getState()
if (/^\/\/ @vitest-environment|\bvi\.(doMock|mock|resetModules)\(/m.test(readFileSync(testPath, 'utf8')))
  throw new Error(
    'What this file changes would be there for other files: name it .test.tsx (vite.config.ts).',
  )

/** What Node makes of a global when it is first asked for. */
const MADE_LATE = 'made late'
const seen = (): Map<string, unknown> => {
  // A package that is loaded late leaves `__…`, and sharp its variable.
  const globals = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(
    ([name]) => !name.startsWith('__'),
  )
  const { VIPSHOME, ...environment } = process.env
  return new Map<string, unknown>([
    ...globals.map(([name, { value, get }]) => [name, get ? MADE_LATE : value] as const),
    ...Object.entries(environment).map(([name, value]) => [`process.env.${name}`, value] as const),
    ['the folder', process.cwd()],
    ['Date.now', Date.now],
  ])
}
let before = new Map<string, unknown>()
// What its modules did when they were loaded is theirs: they stay.
beforeAll(() => {
  before = seen()
})
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  const after = seen()
  const changed = [...before.keys(), ...after.keys()].filter((name) => {
    const was = before.get(name)
    return was !== MADE_LATE && !Object.is(was, after.get(name))
  })
  expect([...new Set(changed)], 'left changed for the next file of this process').toEqual([])
})
