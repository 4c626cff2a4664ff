// The embedded host: one process, `node app/backend/main.ts`.
import { readHostEnv } from '#app/backend/env.ts'
import { startHost } from '#app/backend/host.ts'
import { log } from '#app/backend/log.ts'
import { onStopSignal } from '#app/platform/stop-signals.server.ts'

/** Whatever hangs, the process is gone within 3 s. */
const STOP_WITHIN_MS = 2_800
/** Ctrl-C, systemd and a terminal that is closed tell all processes at once: until the site is gone it is answered. Then the starter hangs up. */
const SITE_GONE_WITHIN_MS = 1_200

process.umask(0o077) // what it stores is private
try {
  const host = await startHost(readHostEnv(process.env), log)
  let stopping = false
  const stop = (reason: string) => {
    if (stopping) return
    stopping = true
    log('info', 'host stopping', { reason })
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref()
    host.close().finally(() => process.exit(0))
  }
  const stopLater = (signal: string) => setTimeout(stop, process.connected ? SITE_GONE_WITHIN_MS : 0, signal)
  onStopSignal(stopLater)
  if (process.send) process.on('disconnect', () => stop('the process that started it hung up'))
  console.log(`host ready ${host.url}`)
  process.send?.({ ready: true }, () => {}) // who started it may have gone meanwhile
  if (process.connected === false) stop('the process that started it hung up')
} catch (error) {
  const { message } = error as Error
  process.stderr.write(`host: ${(message || String(error)).split('\n')[0]}\n`)
  process.exit(1)
}
