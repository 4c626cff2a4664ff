import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/**
 * Chromium as Debian's packages and commands name it, the lighter one first: the shell has no windows and no back/forward cache,
 * and needs a third of the processor time.
 */
const DEBIAN = ['chromium-headless-shell', 'chromium'] as const

/** Without it in these: no answer of a mirror would hold the tests up for minutes. */
const APT_PATIENCE = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']

/**
 * Where Debian's Chromium stands without its shell, installs that as root, of the same version, so that nothing else changes.
 * What hinders it hinders no test: they take Chromium then.
 */
export function installShell(): void {
  const [shell, whole] = DEBIAN.map((name) => `/usr/bin/${name}`)
  if (process.env.CHROMIUM_PATH || existsSync(shell!) || !existsSync(whole!) || process.getuid?.() !== 0)
    return
  // "chromium<tab>version"
  const known = spawnSync('dpkg-query', ['-W', DEBIAN[1]], { encoding: 'utf8' }).stdout ?? ''
  const [, version] = known.trim().split('\t')
  if (!version) return
  const aptGet = (...args: string[]) =>
    spawnSync('apt-get', [...APT_PATIENCE, ...args], { stdio: 'ignore', timeout: 120_000 }).status === 0
  const install = () => aptGet('install', '-y', '--no-install-recommends', `${DEBIAN[0]}=${version}`)
  console.log(`\n— ${DEBIAN[0]} ${version}: installing it beside Chromium …`)
  const isThere = install() || (aptGet('update') && install()) // no lists, or old ones
  console.log(isThere ? '  installed' : '  can’t be had here: the tests take Chromium')
}

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
