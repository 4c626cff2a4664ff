import { onStopSignal } from '#app/platform/stop-signals.server.ts'

/** Ends the process with one line that says why. */
export function fail(reason: string): never {
  process.stderr.write(`${reason.split('\n')[0]}\n`)
  process.exit(1)
}

/** Runs `stop` once on a stop signal, or when the parent process has exited; then exits with 0. */
export function stopWithParent(stop: () => Promise<void>): void {
  let stopping = false
  const once = async () => {
    if (stopping) return
    stopping = true
    await stop().catch((error) => fail(String(error)))
    process.exit(0)
  }
  onStopSignal(once)
  if (process.send) process.on('disconnect', once)
  if (process.connected === false) once()
}
