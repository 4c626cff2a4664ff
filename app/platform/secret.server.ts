import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDir } from '#app/platform/database-file.server.ts'

/** The secret that site and backend share: made by whichever starts first. */
export const hostSecret = (dataDir: string): string => keptSecret(dataDir, 'host-secret')

export const STAFF_TOKEN_FILE = 'staff-token'
/** The local lake's credential for the backend's staff API. The backend creates it. */
export const staffToken = (dataDir: string): string => keptSecret(dataDir, STAFF_TOKEN_FILE)

/** What the site signs its visitors' cookies and links with: SESSION_SECRET, else one of its own that stays in DATA_DIR. */
export const sessionSecret = (env: { SESSION_SECRET?: string | undefined; DATA_DIR: string }): string =>
  env.SESSION_SECRET ?? keptSecret(env.DATA_DIR, 'session-secret')

/**
 * A secret in a file of DATA_DIR (mode 0600), made when it is first asked for.
 * Throws an Error of one line when the folder can't be read or written, or the file is empty.
 */
export function keptSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name)
  if (existsSync(file)) return secretIn(file)
  const draft = `${file}.${process.pid}`
  try {
    makeDataDir(dataDir)
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
      flush: true,
    })
    linkSync(draft, file)
  } catch (error) {
    // Another process was quicker: its secret counts.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new Error(`${file} can’t be written (${code})`)
  } finally {
    rmSync(draft, { force: true })
  }
  return secretIn(file)
}

function secretIn(file: string): string {
  let secret: string
  try {
    secret = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(`${file} can’t be read (${(error as NodeJS.ErrnoException).code})`)
  }
  // Everybody knows the empty one, so nothing may be signed with it or let in by it.
  if (!secret) throw new Error(`${file} is empty: remove it, and a new one is made`)
  return secret
}
