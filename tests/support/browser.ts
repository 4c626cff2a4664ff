import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/**
 * Chromium as Debian's packages and commands name it, the lighter one first: the shell has no windows and no back/forward cache,
 * and needs a third of the processor time.
 */
const DEBIAN = ['chromium-headless-shell', 'chromium'] as const

/**
 * The browser that the tests drive: CHROMIUM_PATH, Debian's, Playwright's own; else Debian's are installed. Who names `chromium`
 * gets no shell.
 * Throws an Error that says what to do when there is none to be had.
 */
export function findBrowser(lightest: (typeof DEBIAN)[number] = DEBIAN[0]): string {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH=${named}: there is no such file.`)
    return named
  }
  const packages = DEBIAN.slice(DEBIAN.indexOf(lightest))
  const paths = [...packages.map((name) => `/usr/bin/${name}`), chromium.executablePath()]
  const installed = () => paths.find((path) => existsSync(path))
  const known = installed()
  if (known) return known
  console.log('No browser found: installing Chromium …')
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    // One at a time: a release that has no shell still has the whole browser.
    for (const name of packages)
      spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], { stdio: 'ignore' })
    const fromDebian = installed()
    if (fromDebian) return fromDebian
  }
  try {
    execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  } catch {
    // Said below.
  }
  const own = installed()
  if (own) return own
  throw new Error(
    'The tests need a browser and none could be installed. Run "sudo apt-get install chromium", or set CHROMIUM_PATH to one.',
  )
}
