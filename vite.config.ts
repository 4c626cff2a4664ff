import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vitest/config'
import remixConfig from './remix.config.js'

const underVitest = process.env.VITEST !== undefined

export default defineConfig({
  plugins: underVitest ? [] : [remix(remixConfig)],
  // One style sheet for the whole site: the specification's pages share most blocks.
  build: { target: 'es2022', cssCodeSplit: false, assetsInlineLimit: 0 },
  server: { port: 3000 },
  test: {
    include: ['app/**/*.test.{ts,tsx}', 'studio/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/e2e/**'],
    testTimeout: 20_000,
  },
})
