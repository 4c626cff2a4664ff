// npm run doctor: checks the configuration that the other commands would use. It changes nothing.
import { readBackendEnv } from '#app/backend/env.ts'
import { parseEnv } from '#app/platform/environment.server.ts'
import { escapeControlCharacters } from '#app/platform/escape-control-characters.ts'
import { checkBackend, checkDatabase, checkMail } from '#app/server/operations/doctor/backend.ts'
import { type Check, ok, reasonOf, type Setup, wrong } from '#app/server/operations/doctor/check.ts'
import { checkContent } from '#app/server/operations/doctor/content.ts'
import { checkClock, checkDataDir, checkNames } from '#app/server/operations/doctor/machine.ts'
import { checkPayPal } from '#app/server/operations/doctor/paypal.ts'
import { checkAddress, isSiteRunning } from '#app/server/operations/doctor/site.ts'

const CHECKS: Record<string, Check> = {
  '.env': checkNames,
  DATA_DIR: checkDataDir,
  clock: checkClock,
  address: checkAddress,
  content: checkContent,
  backend: checkBackend,
  database: checkDatabase,
  PayPal: checkPayPal,
  mail: checkMail,
}

const findings = await readSetup({ ...process.env, NODE_ENV: 'production' }).then(
  async (setup) => {
    const checks = Object.entries(CHECKS).map(([name, check]) =>
      check(setup).catch((error) => wrong(`${name}: ${reasonOf(error)}. Check the network`)),
    )
    const start = ok(`Node ${process.version}; the product ${setup.isRunning ? 'runs' : 'does not run'}`)
    return [start, ...(await Promise.all(checks)).flat()]
  },
  (error: Error) => [wrong(error.message)],
)
for (const { state, text } of findings) console.log(escapeControlCharacters(`${state.padEnd(8)} ${text}`))
const failed = findings.filter(({ state }) => state === 'wrong').length
console.log(failed === 0 ? 'Nothing is wrong.' : `${failed} wrong.`)
process.exit(failed === 0 ? 0 : 1)

async function readSetup(source: NodeJS.ProcessEnv): Promise<Setup> {
  const env = parseEnv(source)
  const backend = env.embeddedHost ? readBackendEnv(source) : undefined
  // An installation for a hosted project has no lake.
  if (env.localLake) (await import('#studio/serve/env.ts')).readEnv(source)
  return { env, backend, isRunning: await isSiteRunning(env) }
}
