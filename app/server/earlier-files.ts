import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

/** The browser's files of the builds before this one, as `build/client` has its own. */
export const EARLIER_FILES = 'build/earlier'

/** Pages that stand open, and what a CDN has kept, ask for the files of their own build for so long after the next one. */
const KEPT_DAYS = 3
const DAY_MS = 24 * 60 * 60 * 1_000

const copy = (from: string, to: string) => {
  if (existsSync(from)) cpSync(from, to, { recursive: true, preserveTimestamps: true })
}

/**
 * Copies the files of a build that is about to be replaced, and those that it had kept of earlier ones, to where the next
 * build does not clear up; without what was replaced more than KEPT_DAYS ago. Their names say what is in them, so two
 * builds never differ about one.
 */
export function setAside(root: string, aside: string, now = new Date()): void {
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { recursive: true })
  const current = join(root, 'build/client/assets')
  copy(join(root, EARLIER_FILES, 'assets'), aside)
  copy(current, aside)
  for (const name of existsSync(current) ? readdirSync(current) : []) utimesSync(join(aside, name), now, now)
  for (const name of readdirSync(aside)) {
    const file = join(aside, name)
    if (statSync(file).mtimeMs < now.getTime() - KEPT_DAYS * DAY_MS) rmSync(file, { recursive: true })
  }
}

/** Lays what was set aside into the build that has been made since. */
export function bringBack(root: string, aside: string): void {
  copy(aside, join(root, EARLIER_FILES, 'assets'))
  rmSync(aside, { recursive: true, force: true })
}
