import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What no file of the site may hold: internals of dependencies, and patches of them. */
const FORBIDDEN = [
  /UNSAFE_/,
  /__remix/,
  /streamCache/,
  /(?:from|import\() ?'(?!\.)[^']*\/dist\//,
  /\.prototype\.\w+ = /,
  /window\.MessageChannel = |\.subscribe = /,
]

const sources = [...globSync('app/**/*.{ts,tsx,js,cjs}'), 'vite.config.ts', 'remix.config.js']

test.each(FORBIDDEN)('no source holds %s', (forbidden) => {
  expect(sources.filter((file) => forbidden.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('Vite replaces no module of React or Remix by another', () => {
  expect(readFileSync('vite.config.ts', 'utf8')).not.toMatch(/alias|customResolver/)
})
