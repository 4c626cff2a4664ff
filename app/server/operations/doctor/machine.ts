import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { API } from '#app/backend/payments/paypal.ts'
import { assertNoUnfinishedRestore } from '#app/platform/database-file.server.ts'
import { LAST_BACKUP } from '#app/platform/last-backup.server.ts'
import { ask, type Check, type Finding, missing, ok, wrong } from '#app/server/operations/doctor/check.ts'
import { sanityUrl } from '#app/server/operations/doctor/content.ts'

const DAY_MS = 86_400_000
const GIB = 1024 ** 3
const MAX_BACKUP_DAYS = 8
const CLOCK_TOLERANCE_S = 30
/** NFS, SMB, CIFS, SMB2, 9P and Ceph (statfs(2)). SQLite's locks are not safe on them. */
const NETWORK_FILE_SYSTEMS = [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x00c36400]

/** Checks access rights, file system and free space of DATA_DIR, and the age of its backup. */
export const checkDataDir: Check = async ({ env: { DATA_DIR: dataDir } }) => {
  const name = `DATA_DIR=${dataDir}`
  const stats = statSync(dataDir, { throwIfNoEntry: false })
  if (!stats) return missing(`${name}: the first start creates it`)
  try {
    assertNoUnfinishedRestore(dataDir)
    const probe = join(dataDir, `.write-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    return wrong(`${name}: ${(error as Error).message}. Give it to the account of the product`)
  }
  const isSticky = stats.mode & 0o1000
  if (stats.mode & 0o077 && !isSticky) return wrong(`${name} is open to others. Run: chmod 700 ${dataDir}`)
  const { type, bavail, bsize } = statfsSync(dataDir)
  if (NETWORK_FILE_SYSTEMS.includes(type)) return wrong(`${name} is on a network. Move it to a local disk`)
  const free = (bavail * bsize) / GIB
  if (free < 1) return wrong(`${name} has ${free.toFixed(1)} GiB left. Make room`)
  return [ok(`${name} is private and writable, ${free.toFixed(0)} GiB left`), checkBackup(dataDir)]
}

function checkBackup(dataDir: string): Finding {
  const stats = statSync(join(dataDir, LAST_BACKUP), { throwIfNoEntry: false })
  if (!stats) return missing('backup: none yet. Schedule npm run backup FILE')
  const days = Math.floor((Date.now() - stats.mtimeMs) / DAY_MS)
  const text = `backup: the newest is ${days} days old`
  return days <= MAX_BACKUP_DAYS ? ok(text) : wrong(`${text}. Schedule npm run backup FILE`)
}

/** Compares the clock with PayPal's or Sanity's. */
export const checkClock: Check = async ({ env, backend }) => {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_ENV: name = 'sandbox', SANITY_PROJECT_ID: projectId } = env
  const server = clientId && backend ? API[name] : projectId && sanityUrl(projectId)
  const date = server && (await ask(server).catch(() => undefined))?.headers.date
  if (!date) return missing('clock: no server to compare it with')
  const seconds = Math.round((Date.now() - Date.parse(date)) / 1_000)
  return Math.abs(seconds) > CLOCK_TOLERANCE_S
    ? wrong(`clock: ${Math.abs(seconds)} s ${seconds > 0 ? 'fast' : 'slow'}. Run: timedatectl set-ntp true`)
    : ok('clock: right')
}

/** The schemas check the length of secrets. */
export const checkSecrets: Check = async ({ env: { SESSION_SECRET }, backend }) =>
  SESSION_SECRET || !backend?.DATABASE_URL
    ? ok(
        `SESSION_SECRET: ${SESSION_SECRET ? 'set; all copies of the site need the same' : 'a file in DATA_DIR'}`,
      )
    : missing('SESSION_SECRET: a file in DATA_DIR. Set it if there are several copies of the site')
