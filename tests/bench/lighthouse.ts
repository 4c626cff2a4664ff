import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBrowser } from '#tests/support/browser.ts'

const run = promisify(execFile)
/** Not a dependency of the project, because it takes 171 MB. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/lighthouse')
const COMMAND = join(FOLDER, 'node_modules/.bin/lighthouse')
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export type Score = Record<(typeof CATEGORIES)[number] | 'lcpMs' | 'tbtMs' | 'cls', number>

/** Installs Lighthouse into a folder of its own, once. Rejects without a registry. */
export async function installLighthouse(): Promise<void> {
  if (existsSync(COMMAND)) return
  mkdirSync(FOLDER, { recursive: true })
  console.error(`Installing ${LIGHTHOUSE} …`)
  await run('npm', ['install', '--prefix', FOLDER, '--no-audit', '--no-fund', '--save-exact', LIGHTHOUSE])
}

/** Runs Lighthouse once with its mobile settings: 412 px, 4 × CPU slowdown, slow 4G (simulated). */
export async function lighthouse(url: string): Promise<Score> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-lighthouse-'))
  const file = join(folder, 'report.json')
  try {
    const flags = ['--quiet', '--output=json', `--output-path=${file}`, `--only-categories=${CATEGORIES}`]
    const visit = () =>
      run(COMMAND, [url, ...flags, '--chrome-flags=--headless=new --no-sandbox'], {
        env: { ...process.env, CHROME_PATH: findBrowser('chromium') },
        timeout: 180_000,
      })
    // Lighthouse sometimes fails to connect to its browser.
    await visit().catch(visit).catch(visit)
    const { categories, audits } = JSON.parse(readFileSync(file, 'utf8'))
    const scores = CATEGORIES.map((name) => [name, Math.round(categories[name].score * 100)])
    return {
      ...(Object.fromEntries(scores) as Record<(typeof CATEGORIES)[number], number>),
      lcpMs: audits['largest-contentful-paint'].numericValue,
      tbtMs: audits['total-blocking-time'].numericValue,
      cls: audits['cumulative-layout-shift'].numericValue,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
