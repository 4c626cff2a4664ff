import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDir } from '#app/platform/database-file.server.ts'

/** The secret that site and backend share. */
export const hostSecret = (dataDir: string): string => storedSecret(dataDir, 'host-secret')

export const STAFF_TOKEN_FILE = 'staff-token'
/** The local lake's credential for the backend's staff API. */
export const staffToken = (dataDir: string): string => storedSecret(dataDir, STAFF_TOKEN_FILE)

/** The key of the visitors' cookies and links: SESSION_SECRET, else a file of DATA_DIR. */
export const sessionSecret = (env: { SESSION_SECRET?: string | undefined; DATA_DIR: string }): string =>
  env.SESSION_SECRET ?? storedSecret(env.DATA_DIR, 'session-secret')

/** Reads a secret from a file of DATA_DIR (mode 0600), or creates it. Throws an Error of one line. */
export function storedSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name)
  if (existsSync(file)) return readSecret(file)
  const temporary = `${file}.${process.pid}`
  try {
    makeDataDir(dataDir)
    writeFileSync(temporary, `${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
      flush: true,
    })
    linkSync(temporary, file)
  } catch (error) {
    // Another process has created it meanwhile.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new Error(`${file} can’t be written (${code})`)
  } finally {
    rmSync(temporary, { force: true })
  }
  return readSecret(file)
}

function readSecret(file: string): string {
  let secret: string
  try {
    secret = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(`${file} can’t be read (${(error as NodeJS.ErrnoException).code})`)
  }
  if (!secret) throw new Error(`${file} is empty: delete it, and the next start creates a new one`)
  return secret
}
