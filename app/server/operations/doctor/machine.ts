import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseEnv } from 'node:util'
import { API } from '#app/backend/payments/paypal.ts'
import { assertNoUnfinishedRestore } from '#app/platform/database-file.server.ts'
import { ask, type Check, missing, ok, wrong } from '#app/server/operations/doctor/check.ts'
import { sanityUrl } from '#app/server/operations/doctor/content.ts'
import { probeFolder } from '#app/server/process/preflight.ts'

const MIN_FREE_BYTES = 1024 ** 3
const CLOCK_TOLERANCE_S = 30
/** Variables that .env may have for Node, compose.yaml and `npm run sanity`. */
const OTHERS = /^(NODE_|UV_|POSTGRES_|SANITY_AUTH_TOKEN$|TZ$)/

/** Checks access rights and free space of DATA_DIR, or of the folder in which the first start creates it. */
export const checkDataDir: Check = async ({ env: { DATA_DIR: dataDir } }) => {
  const name = `DATA_DIR=${dataDir}`
  let folder = dataDir
  while (!existsSync(folder)) folder = dirname(folder)
  try {
    assertNoUnfinishedRestore(dataDir)
    probeFolder(folder)
  } catch (error) {
    return wrong(`${name}: ${(error as Error).message}. Correct it, or give it to the product’s account`)
  }
  if (folder !== dataDir) return missing(`${name}: the first start creates it`)
  const stats = statSync(dataDir)
  const isSticky = stats.mode & 0o1000
  if (stats.mode & 0o077 && !isSticky) return wrong(`${name} is open to others. Run: chmod 700 ${dataDir}`)
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize < MIN_FREE_BYTES
    ? wrong(`${name} has less than 1 GiB left. Make room`)
    : ok(`${name} is private and writable`)
}

/** Looks in the file of variables for names that the product doesn't know, like PAYPAL_CLIENTID. */
export const checkNames: Check = async () => {
  const { ENV_FILE: file = '.env' } = process.env
  if (!existsSync(file)) return []
  const known = readFileSync('.env.example', 'utf8')
  const unknown = Object.keys(parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))).filter(
    (name) => !known.includes(`\n# ${name}=`) && !OTHERS.test(name),
  )
  return unknown.map((name) => wrong(`${file}: ${name} is unknown. Correct its name as in .env.example`))
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
