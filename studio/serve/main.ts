import { StartError } from '#studio/lake/errors.ts'
import { readEnv } from '#studio/serve/env.ts'
import { createLog } from '#studio/serve/log.ts'
import { openLake } from '#studio/serve/open-lake.ts'
import { staffRoutes } from '#studio/serve/staff-routes.ts'
import { adviceOnDamage } from '../../app/platform/last-backup.server.ts'
import { onStopSignal } from '../../app/platform/stop-signals.server.ts'

const STOP_WITHIN_MS = 1800
/** A signal reaches all processes at once. The lake answers until the site has stopped. */
const SITE_GONE_WITHIN_MS = 1200
const log = createLog()

process.umask(0o077) // stored files are private
try {
  const env = readEnv(process.env)
  const lake = await openLake({
    port: env.STUDIO_PORT,
    dataDir: env.DATA_DIR,
    dataset: env.SANITY_DATASET,
    studioDist: env.STUDIO_DIST,
    studioDevUrl: env.STUDIO_DEV_URL,
    studioKey: env.STUDIO_KEY,
    siteUrl: env.SITE_URL,
    allowedOrigins: env.STUDIO_ALLOWED_ORIGINS,
    queryBudgetMs: env.LAKE_QUERY_BUDGET_MS,
    routes: staffRoutes({
      staffHost: env.HOST_URL ? { external: true } : { url: `http://localhost:${env.HOST_PORT}` },
      dataDir: env.DATA_DIR,
    }),
    log,
    onDamage(fault) {
      process.stderr.write(
        `lake: ${env.DATA_DIR}/lake.db is damaged: ${fault}. ${adviceOnDamage(env.DATA_DIR)}\n`,
      )
      process.exit(1) // writes to a damaged file may be lost
    },
  })
  let stopping = false
  const stop = (reason: string) => {
    if (stopping) return
    stopping = true
    log('stopping', { reason })
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref()
    lake.close().then(() => process.exit(0))
  }
  const stopLater = (signal: string) => setTimeout(stop, process.connected ? SITE_GONE_WITHIN_MS : 0, signal)
  onStopSignal(stopLater)
  process.once('disconnect', () => stop('the parent process disconnected'))
  console.log(`lake ready ${lake.url}`)
  process.send?.({ ready: true }, () => {})
  if (process.connected === false) stop('the parent process disconnected')
} catch (error) {
  process.stderr.write(`lake: ${error instanceof StartError ? error.message : (error as Error).stack}\n`)
  process.exit(1)
}
