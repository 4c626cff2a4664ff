import { readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { API } from '#app/backend/payments/paypal.ts'
import { assertNoUnfinishedRestore } from '#app/platform/database-file.server.ts'
import { lastBackupAt } from '#app/platform/last-backup.server.ts'
import { ask } from '#app/server/operations/doctor/ask.ts'
import { sanityAgent, sanityUrl } from '#app/server/operations/doctor/content.ts'
import { type Finding, missing, ok, type Setup, wrong } from '#app/server/operations/doctor/finding.ts'

const DAY_MS = 86_400_000
const BACKUP_DAYS = 8
const MIN_FREE_BYTES = 1024 ** 3
const CLOCK_TOLERANCE_S = 30
const MIN_DISTINCT_CHARS = 10
/** Types of network file systems (statfs(2)): SQLite's locks are not safe on them. */
const NETWORK_FILE_SYSTEMS: Record<number, string> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB2',
  16914839: '9P',
  12805120: 'Ceph',
}

/** Checks DATA_DIR: its access rights, file system, free space and backup. */
export async function checkDataDir({ env: { DATA_DIR: dataDir } }: Setup): Promise<Finding[]> {
  const stats = statSync(dataDir, { throwIfNoEntry: false })
  if (!stats) return [missing(`DATA_DIR=${dataDir}: the first start creates it`)]
  try {
    assertNoUnfinishedRestore(dataDir)
    const probe = join(dataDir, `.write-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    return [wrong(`DATA_DIR=${dataDir} can’t be used: ${(error as Error).message}`)]
  }
  if (stats.mode & 0o077 && !(stats.mode & 0o1000))
    return [wrong(`DATA_DIR=${dataDir} is open to other accounts. Run: chmod 700 ${dataDir}`)]
  const { type, bavail, bsize } = statfsSync(dataDir)
  const network = NETWORK_FILE_SYSTEMS[type]
  if (network) return [wrong(`DATA_DIR=${dataDir} is on ${network}. Move it to a local disk`)]
  const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB free`
  if (bavail * bsize < MIN_FREE_BYTES) return [wrong(`DATA_DIR=${dataDir} has only ${free}. Make room`)]
  return [ok(`DATA_DIR=${dataDir}: private and writable, ${free}`), checkBackup(dataDir)]
}

function checkBackup(dataDir: string): Finding {
  const at = lastBackupAt(dataDir)
  if (at === undefined) return missing('backup: none yet. Schedule npm run backup FILE')
  const days = Math.floor((Date.now() - at) / DAY_MS)
  return days < BACKUP_DAYS
    ? ok(`backup: ${days} days old`)
    : wrong(`backup: the newest is ${days} days old. Schedule npm run backup FILE`)
}

/** Compares the clock with PayPal's, or Sanity's. Both refuse requests of machines whose clock is wrong. */
export async function checkClock({ env, backend }: Setup): Promise<Finding[]> {
  const { PAYPAL_CLIENT_ID: isPayPal, SANITY_PROJECT_ID: projectId } = env
  if (!(isPayPal && backend) && !projectId) return []
  const { headers } = await (isPayPal && backend
    ? ask(API[env.PAYPAL_ENV ?? 'sandbox'])
    : ask(sanityUrl(projectId!), { agent: sanityAgent() }))
  const seconds = Math.round((Date.now() - Date.parse(headers.date ?? '')) / 1_000)
  if (Number.isNaN(seconds)) return []
  return Math.abs(seconds) <= CLOCK_TOLERANCE_S
    ? [ok('clock: right')]
    : [
        wrong(
          `clock: ${Math.abs(seconds)} s ${seconds > 0 ? 'fast' : 'slow'}. Switch on NTP: timedatectl set-ntp true`,
        ),
      ]
}

/** Checks that secrets are random and set where copies need them. */
export async function checkSecrets({ env, backend }: Setup): Promise<Finding[]> {
  const { SESSION_SECRET, HOST_SECRET } = env
  const weak = Object.entries({ SESSION_SECRET, HOST_SECRET }).filter(
    ([, secret]) => secret && new Set(secret).size < MIN_DISTINCT_CHARS,
  )
  if (weak.length > 0)
    return weak.map(([name]) => wrong(`${name} can be guessed. Create one: openssl rand -base64 32`))
  if (SESSION_SECRET && SESSION_SECRET === HOST_SECRET)
    return [wrong('SESSION_SECRET and HOST_SECRET are the same. Create another: openssl rand -base64 32')]
  if (SESSION_SECRET) return [ok('secrets: SESSION_SECRET is set; all copies of the site need the same')]
  return backend?.DATABASE_URL
    ? [missing('SESSION_SECRET: several copies of the site need the same one')]
    : [ok('secrets: in DATA_DIR')]
}

/** Names variables of the .env file that the product does not know: often misspelt ones. */
export async function checkNames(root: string, file: string): Promise<Finding[]> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return [missing(`${file}: none; the environment has all variables`)]
  }
  const example = readFileSync(join(root, '.env.example'), 'utf8')
  const known = [...example.matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name)
  const unknown = Object.keys(parseEnv(text)).filter((name) => !known.includes(name) && !/^NODE_/.test(name))
  return unknown.length > 0
    ? [missing(`${file}: the product reads no ${unknown.join(', ')}. Look the names up in .env.example`)]
    : [ok(`${file}: all names are known`)]
}
