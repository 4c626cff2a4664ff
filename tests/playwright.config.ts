import { defineConfig } from '@playwright/test'
import { findBrowser } from './support/browser.ts'

export default defineConfig({
  projects: [
    { name: 'journeys', testDir: './e2e', testIgnore: 'long/**' },
    { name: 'long', testDir: './e2e/long' },
  ],
  outputDir: '../test-results',
  globalSetup: './support/temporary-folder.ts',
  // Limits are for what hangs: a slow machine is none, and what is promised in seconds says so in its test.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  maxFailures: 20, // a machine or a build on which nothing works is said soon
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
    // Copies and pictures of the page at every step would take much of the time.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    screenshot: 'only-on-failure',
  },
})
