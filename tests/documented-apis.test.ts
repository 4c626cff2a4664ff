import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Internals and patches of dependencies, which no source of site or Studio may use. */
const FORBIDDEN = [
  /UNSAFE_/,
  /__remix/,
  /streamCache/,
  /(?:from|import\() ?'[^']*\/dist\//,
  /\.prototype\.\w+ = /,
  /window\.MessageChannel = |\.subscribe = /,
  /data-testid/,
  /code\.replace\(|\btransform\(code/,
]

const studio = globSync('studio/**/*.{ts,tsx}', {
  exclude: ['**/node_modules/**', '**/dist/**', 'studio/lake/**'],
})
const sources = [
  ...globSync('app/**/*.{ts,tsx,js,cjs}'),
  ...studio.filter((file) => !file.includes('.test')),
  'vite.config.ts',
  'remix.config.js',
]
const filesWith = (pattern: RegExp, files = sources) =>
  files.filter((file) => pattern.test(readFileSync(file, 'utf8')))

test.each(FORBIDDEN)('no source contains %s', (forbidden) => {
  expect(filesWith(forbidden)).toEqual([])
})

test('Vite replaces no module of React, Remix or Sanity', () => {
  expect(filesWith(/\balias\b|customResolver|vite:/, ['vite.config.ts', 'studio/sanity.cli.ts'])).toEqual([])
})

// studio/README.md explains why.
test('the Studio uses one unstable API of Sanity, in one place', () => {
  expect(filesWith(/unstable_/, studio)).toEqual(['studio/sanity.config.ts'])
  expect(readFileSync('studio/sanity.config.ts', 'utf8').match(/unstable_\w+/g)).toEqual([
    'unstable_clientFactory',
  ])
})
