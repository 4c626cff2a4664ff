import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The secret that site and embedded host share: made by whichever starts first. */
export const hostSecret = (dataDir: string): string => keptSecret(dataDir, 'host-secret')

/** What the site signs its visitors' cookies and links with: SESSION_SECRET, else one of its own that stays in DATA_DIR. */
export const sessionSecret = (env: { SESSION_SECRET?: string | undefined; DATA_DIR: string }): string =>
  env.SESSION_SECRET ?? keptSecret(env.DATA_DIR, 'session-secret')

/**
 * A secret in a file of DATA_DIR (mode 0600), made when it is first asked for.
 * Throws the file system's error when the folder can't be read or written.
 */
export function keptSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    // Another process was quicker: its secret counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(file, 'utf8').trim()
}
