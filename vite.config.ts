import { relative } from 'node:path'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vitest/config'
import remixConfig from './remix.config.js'

const underVitest = process.env.VITEST !== undefined
const root = import.meta.dirname

/** The Studio has its own server; the rest is output and data. */
const NOT_WATCHED = /^(studio|\.data|build|test-results)(\/|$)/

const EXCLUDED = ['**/node_modules/**', 'tests/e2e/**']
/** Tests that take minutes: `npm run test:long` (tests/README.md). */
const LONG = ['**/*.long.test.{ts,tsx}', 'tests/faults/**/*.test.ts']
/** Tests of the lake with Sanity's own clients. They run the packed package. */
const LAKE_CONTRACT = [
  'studio/lake/cli.test.ts',
  'studio/lake/assets/assets.test.ts',
  'studio/lake/events/{listen,presence}.test.ts',
  'studio/lake/mutations/actions.test.ts',
  'studio/lake/project/project.test.ts',
  'studio/lake/query/client.test.ts',
]
/** Unit tests that share a process. Tests that mock modules or use a DOM are `.tsx` and stay isolated. */
const SHARING_PROCESSES = [
  'app/{chat,contact,content,layout,reviews,search,seo}/**/*.test.ts',
  'studio/lake/groq/**/*.test.ts',
  'studio/{publish,schema,validation}/**/*.test.ts',
]

/** `react` and `router` change only with a dependency. Checkout, previews and the enquiry form load on demand. */
function manualChunks(id: string): string | undefined {
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react'
  if (/\/node_modules\/(@remix-run|react-router|react-router-dom|turbo-stream)\//.test(id)) return 'router'
  if (
    /\/app\/(blocks|chat|content|forms|host|layout|preview\/preview-frame|reviews|search|seo|ui)\b/.test(id)
  )
    return 'site'
  if (/\/app\/platform\/(?!zod)/.test(id)) return 'site'
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
  server: { watch: { ignored: (path) => NOT_WATCHED.test(relative(root, path)) } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['app/**/*.test.{ts,tsx}', 'studio/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
          exclude: [...EXCLUDED, ...LONG, ...LAKE_CONTRACT, ...SHARING_PROCESSES],
        },
      },
      {
        extends: true,
        // Loading the same modules for each file takes longer than most of these tests.
        test: {
          name: 'unit-shared',
          include: SHARING_PROCESSES,
          exclude: [...EXCLUDED, ...LONG],
          isolate: false,
          setupFiles: 'tests/support/shared-process.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'lake-contract',
          include: LAKE_CONTRACT,
          exclude: EXCLUDED,
          globalSetup: 'studio/lake/packed-lake.test-support.ts',
        },
      },
      { extends: true, test: { name: 'long', include: LONG, exclude: EXCLUDED } },
    ],
    // Generous timeouts that only catch hangs. Tests of promised times assert those themselves.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    // Many tests wait for a process or a timeout, so three workers suit two cores.
    maxWorkers: 3,
    globalSetup: 'tests/support/temporary-folder.ts',
  },
}))
