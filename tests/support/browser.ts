import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Debian's packages. The headless shell has no back/forward cache, and needs a third of the CPU time. */
const DEBIAN = ['chromium-headless-shell', 'chromium'] as const

/** An unreachable mirror must not delay the tests for minutes. */
const APT_OPTIONS = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']

/** Installs the shell beside Debian's Chromium, in the same version. If that fails, the tests use Chromium. */
export function installShell(): void {
  const [shell, full] = DEBIAN.map((name) => `/usr/bin/${name}`)
  if (process.env.CHROMIUM_PATH || existsSync(shell!) || !existsSync(full!) || process.getuid?.() !== 0)
    return
  // "chromium<tab>version"
  const installed = spawnSync('dpkg-query', ['-W', DEBIAN[1]], { encoding: 'utf8' }).stdout ?? ''
  const [, version] = installed.trim().split('\t')
  if (!version) return
  const aptGet = (...args: string[]) =>
    spawnSync('apt-get', [...APT_OPTIONS, ...args], { stdio: 'ignore', timeout: 120_000 }).status === 0
  const install = () => aptGet('install', '-y', '--no-install-recommends', `${DEBIAN[0]}=${version}`)
  console.log(`\n— ${DEBIAN[0]} ${version}: installing it beside Chromium …`)
  const isInstalled = install() || (aptGet('update') && install()) // package lists may be missing or old
  console.log(isInstalled ? '  installed' : '  not available: the tests use Chromium')
}

/** Returns the path of CHROMIUM_PATH, Debian's Chromium or Playwright's, and installs one if there is none. `chromium` excludes the shell. */
export function findBrowser(preferred: (typeof DEBIAN)[number] = DEBIAN[0]): string {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH=${named}: there is no such file.`)
    return named
  }
  const packages = DEBIAN.slice(DEBIAN.indexOf(preferred))
  const paths = [...packages.map((name) => `/usr/bin/${name}`), chromium.executablePath()]
  const installed = () => paths.find((path) => existsSync(path))
  const path = installed()
  if (path) return path
  console.log('No browser found: installing Chromium …')
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    // One at a time: an old release of Debian has no shell.
    for (const name of packages)
      spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], { stdio: 'ignore' })
    const fromDebian = installed()
    if (fromDebian) return fromDebian
  }
  try {
    execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  } catch {
    // The error below says what to do.
  }
  const playwrights = installed()
  if (playwrights) return playwrights
  throw new Error(
    'The tests need a browser and none could be installed. Run "sudo apt-get install chromium", or set CHROMIUM_PATH to one.',
  )
}
