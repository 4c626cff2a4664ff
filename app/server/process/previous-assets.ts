import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

/** Assets of earlier builds, in the same layout as `build/client`. */
export const PREVIOUS_ASSETS = 'build/earlier'

/** Open tabs and pages cached by a CDN still request the assets of the build that they came from. */
const RETENTION_DAYS = 3
const DAY_MS = 24 * 60 * 60 * 1_000

const copy = (from: string, to: string) => {
  if (existsSync(from)) cpSync(from, to, { recursive: true, preserveTimestamps: true })
}

/** Copies assets of earlier builds into `next`, for RETENTION_DAYS. Their names contain a hash. */
export function copyPreviousAssets(root: string, next: string): void {
  const now = new Date()
  const target = join(next, 'earlier/assets')
  const current = join(root, 'build/client/assets')
  mkdirSync(target, { recursive: true })
  copy(join(root, PREVIOUS_ASSETS, 'assets'), target)
  copy(current, target)
  for (const name of existsSync(current) ? readdirSync(current) : []) utimesSync(join(target, name), now, now)
  for (const name of readdirSync(target)) {
    const file = join(target, name)
    if (statSync(file).mtimeMs < now.getTime() - RETENTION_DAYS * DAY_MS) rmSync(file, { recursive: true })
  }
}
