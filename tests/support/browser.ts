import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const DEBIAN_CHROMIUM = '/usr/bin/chromium'

/**
 * The browser that the tests drive: CHROMIUM_PATH, Debian's, Playwright's own; else Debian's is installed.
 * Throws an Error that says what to do when there is none to be had.
 */
export function findBrowser(): string {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH=${named}: there is no such file.`)
    return named
  }
  const known = [DEBIAN_CHROMIUM, chromium.executablePath()].find((path) => existsSync(path))
  if (known) return known
  console.log('No browser found: installing Chromium …')
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'ignore' })
    if (existsSync(DEBIAN_CHROMIUM)) return DEBIAN_CHROMIUM
  }
  try {
    execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  } catch {
    // Said below.
  }
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  throw new Error(
    'The tests need a browser and none could be installed. Run "sudo apt-get install chromium", or set CHROMIUM_PATH to one.',
  )
}
