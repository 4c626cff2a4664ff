import { defineConfig } from '@playwright/test'
import { findBrowser } from './support/browser.ts'

export default defineConfig({
  projects: [
    { name: 'journeys', testDir: './e2e', testIgnore: 'long/**' },
    { name: 'long', testDir: './e2e/long' },
  ],
  outputDir: '../test-results',
  globalSetup: './support/temporary-folder.ts',
  // Generous timeouts that only catch hangs. Tests of promised times assert those themselves.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  maxFailures: 20, // stop early if the machine or the build is broken
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
    // Snapshots and screenshots of every step would slow down the tests.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    screenshot: 'only-on-failure',
  },
})
