// The embedded backend: one process, `node app/backend/main.ts`.

import { startBackend } from '#app/backend/backend.ts'
import { readBackendEnv } from '#app/backend/env.ts'
import { log } from '#app/backend/log.ts'
import { onStopSignal } from '#app/platform/stop-signals.server.ts'

/** The process ends within 3 s in any case. */
const STOP_WITHIN_MS = 2_800
/** Ctrl-C signals all processes at once. The backend runs until the site has stopped. */
const SITE_STOPS_WITHIN_MS = 1_200

process.umask(0o077) // its files are private
try {
  const backend = await startBackend(readBackendEnv(process.env), log)
  let stopping = false
  const stop = (reason: string) => {
    if (stopping) return
    stopping = true
    log('info', 'backend stopping', { reason })
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref()
    backend.close().finally(() => process.exit(0))
  }
  onStopSignal((signal) => void setTimeout(stop, process.connected ? SITE_STOPS_WITHIN_MS : 0, signal))
  process.on('disconnect', () => stop('npm start disconnected'))
  console.log(`host ready ${backend.url}`)
  process.send?.({ ready: true }, () => {}) // npm start may have ended meanwhile
  if (process.connected === false) stop('npm start disconnected')
} catch (error) {
  const { message } = error as Error
  process.stderr.write(`host: ${(message || String(error)).split('\n')[0]}\n`)
  process.exit(1)
}
