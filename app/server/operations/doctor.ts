// npm run doctor: checks the configuration that the other commands would use; one line per check. It changes nothing.
import { join } from 'node:path'
import { readBackendEnv } from '#app/backend/env.ts'
import { parseEnv } from '#app/platform/environment.server.ts'
import { escapeControlCharacters } from '#app/platform/escape-control-characters.ts'
import { reasonOf } from '#app/server/operations/doctor/ask.ts'
import { checkContent } from '#app/server/operations/doctor/content.ts'
import { checkDatabase } from '#app/server/operations/doctor/database.ts'
import { type Finding, ok, type Setup, wrong } from '#app/server/operations/doctor/finding.ts'
import { checkClock, checkDataDir, checkNames, checkSecrets } from '#app/server/operations/doctor/machine.ts'
import { checkMail } from '#app/server/operations/doctor/mail.ts'
import { checkPayPal } from '#app/server/operations/doctor/paypal.ts'
import { checkAddress, checkBackend, isSiteRunning } from '#app/server/operations/doctor/site.ts'

/** Each request of a check has a timeout of its own, so this is for several in a row. */
const CHECK_TIMEOUT_MS = 30_000
const root = join(import.meta.dirname, '../../..')

const CHECKS: Record<string, (setup: Setup) => Promise<Finding[]>> = {
  secrets: checkSecrets,
  DATA_DIR: checkDataDir,
  clock: checkClock,
  address: checkAddress,
  content: checkContent,
  backend: checkBackend,
  database: checkDatabase,
  PayPal: checkPayPal,
  mail: checkMail,
}

process.umask(0o077)
const findings = await diagnose()
for (const { state, text } of findings) console.log(escapeControlCharacters(`${state.padEnd(8)} ${text}`))
const failed = findings.filter(({ state }) => state === 'wrong').length
console.log(failed === 0 ? 'Nothing is wrong.' : `${failed} wrong.`)
process.exit(failed === 0 ? 0 : 1)

async function diagnose(): Promise<Finding[]> {
  let setup: Setup
  try {
    setup = await readSetup({ ...process.env, NODE_ENV: 'production' })
  } catch (error) {
    return [wrong((error as Error).message)]
  }
  const checks = Object.entries(CHECKS).map(([name, check]) => withTimeout(name, check(setup)))
  return [
    ok(`Node ${process.version}; the product ${setup.isRunning ? 'runs' : 'does not run'}`),
    ...(await checkNames(root, process.env.ENV_FILE ?? '.env')),
    ...(await Promise.all(checks)).flat(),
  ]
}

async function readSetup(source: NodeJS.ProcessEnv): Promise<Setup> {
  const env = parseEnv(source)
  const backend = env.embeddedHost ? readBackendEnv(source) : undefined
  // Not with a hosted project, whose installation has no lake.
  if (env.localLake) (await import('#studio/serve/env.ts')).readEnv(source)
  return { env, backend, isRunning: await isSiteRunning(env) }
}

async function withTimeout(name: string, check: Promise<Finding[]>): Promise<Finding[]> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(reject, CHECK_TIMEOUT_MS, new Error('no answer')).unref()
  return Promise.race([check, promise])
    .catch((error) => [wrong(`${name}: ${reasonOf(error)}. Check the network`)])
    .finally(() => clearTimeout(timer))
}
