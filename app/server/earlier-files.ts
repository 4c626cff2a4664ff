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
 * Lays the files of the build in use into the one that is about to replace it (`next`), with those that it had kept of earlier
 * ones; without what was replaced more than KEPT_DAYS ago. Their names say what is in them, so two builds never differ about one.
 */
export function keepEarlier(root: string, next: string): void {
  const now = new Date()
  const kept = join(next, 'earlier/assets')
  const current = join(root, 'build/client/assets')
  mkdirSync(kept, { recursive: true })
  copy(join(root, EARLIER_FILES, 'assets'), kept)
  copy(current, kept)
  for (const name of existsSync(current) ? readdirSync(current) : []) utimesSync(join(kept, name), now, now)
  for (const name of readdirSync(kept)) {
    const file = join(kept, name)
    if (statSync(file).mtimeMs < now.getTime() - KEPT_DAYS * DAY_MS) rmSync(file, { recursive: true })
  }
}
