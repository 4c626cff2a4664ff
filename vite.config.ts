import { relative } from 'node:path'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vitest/config'
import remixConfig from './remix.config.js'

const underVitest = process.env.VITEST !== undefined
const root = import.meta.dirname

/** Not sources of the site: the Studio has a server of its own, the rest is output and data. */
const NOT_RELOADED = /^(studio|\.data|build|test-results)(\/|$)/

const NO_UNIT_TESTS = ['**/node_modules/**', 'tests/e2e/**']
/** What takes minutes: `npm run test:long` runs it (tests/README.md). */
const LONG = ['**/*.long.test.{ts,tsx}', 'tests/faults/**/*.test.ts']
/** Of functions, not of servers. Those that mock a module or stand in a DOM, which no other file may find there, are `.tsx`. */
const SHARING_PROCESSES = [
  'app/{chat,contact,content,layout,reviews,search,seo}/**/*.test.ts',
  'studio/lake/groq/**/*.test.ts',
  'studio/{guards,schema}/**/*.test.ts',
]

/**
 * Three files of code for every page, of which two change with a dependency only, and one of styles. Checkout, previews and the
 * enquiry form's code are loaded where they are needed.
 */
function manualChunks(id: string): string | undefined {
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react'
  if (/\/node_modules\/(@remix-run|react-router|react-router-dom|turbo-stream)\//.test(id)) return 'router'
  if (/\/app\/(blocks|chat|content|host|layout|preview\/preview-frame|reviews|search|seo|ui)\b/.test(id))
    return 'site'
  if (/\/app\/contact\/.*\.css/.test(id)) return 'site'
  return undefined
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: underVitest ? [] : [remix(remixConfig)],
  build: {
    target: 'es2022',
    sourcemap: isSsrBuild, // for stack traces in the log
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks } },
  },
  server: { watch: { ignored: (path) => NOT_RELOADED.test(relative(root, path)) } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['app/**/*.test.{ts,tsx}', 'studio/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
          exclude: [...NO_UNIT_TESTS, ...LONG, ...SHARING_PROCESSES],
        },
      },
      {
        extends: true,
        // A process for each would load the same modules again, which takes longer than most of these files.
        test: {
          name: 'unit-shared',
          include: SHARING_PROCESSES,
          exclude: [...NO_UNIT_TESTS, ...LONG],
          isolate: false,
          setupFiles: 'tests/support/shared-process.ts',
        },
      },
      { extends: true, test: { name: 'long', include: LONG, exclude: NO_UNIT_TESTS } },
    ],
    // Limits are for what hangs: a slow machine is none, and what is promised in seconds says so in its test.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    // Many of them wait: for a process, a disk, a time-out. By default there is one on a machine with two cores.
    maxWorkers: 3,
    globalSetup: 'tests/support/temporary-folder.ts',
  },
}))
