import { relative } from 'node:path'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vitest/config'
import { chunkOf, shortNames } from './app/server/chunks.ts'
import { inlineScript } from './app/server/inline-script.ts'
import { smallScripts } from './app/server/small-scripts.ts'
import remixConfig from './remix.config.js'

const TARGET = 'es2022'
const underVitest = process.env.VITEST !== undefined
const root = import.meta.dirname

/**
 * The Studio has a server of its own, and what the parts keep is no source. After a change that Node itself reads, the site
 * starts anew (supervisor.ts), and open pages come back once it is up: told before, they would stand before its door.
 */
const NOT_RELOADED = /^(studio|\.data|build|test-results)(\/|$)|^app\/.*\.ts$/

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
 * React as it is for production, instead of files that choose: those run it inside a function, which a browser has to read
 * three times over.
 */
const REACT = Object.entries({
  react: 'react',
  'react/jsx-runtime': 'react-jsx-runtime',
  'react-dom': 'react-dom',
  'react-dom/client': 'react-dom-client',
  scheduler: 'scheduler',
}).map(([name, file]) => ({
  find: new RegExp(`^${name}$`),
  replacement: `${root}/node_modules/${name.split('/')[0]}/cjs/${file}.production.js`,
}))

/** Files of Remix's that others of the same name stand in for in browsers, each for a reason of its own. */
const REMIX = {
  find: /^\.\/(components|data|fog-of-war|routeModules|single-fetch)\.js$/,
  replacement: `${root}/app/hydration/remix/$1.ts`,
  // Its server's code, of which a browser gets nothing, has files of these names as well.
  customResolver: (file: string, importer = '') =>
    (file.endsWith('/components.ts') ? /\/errorBoundaries\.js$/ : /\/@remix-run\/react\//).test(importer)
      ? file
      : null,
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: underVitest ? [] : [inlineScript(), smallScripts(TARGET), remix(remixConfig)],
  build: {
    target: TARGET,
    assetsInlineLimit: 0,
    // What is not required under a condition is run at the top level.
    commonjsOptions: { strictRequires: 'auto' },
    sourcemap: isSsrBuild, // bundle.ts makes its own of them
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf(root) } },
  },
  resolve: command === 'build' && !isSsrBuild ? { alias: [...REACT, REMIX] } : {},
  css: command === 'build' ? { modules: { generateScopedName: shortNames(root) } } : {},
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
