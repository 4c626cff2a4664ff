/** Ends the process with one line that says why. */
export function fail(reason: string): never {
  process.stderr.write(`${reason.split('\n')[0]}\n`)
  process.exit(1)
}

/** Runs `stop` once on SIGTERM, SIGINT, SIGHUP (the terminal is closed), or when the process that started this one is gone; then exits with 0. */
export function stopWithParent(stop: () => Promise<void>): void {
  let stopping = false
  const once = async () => {
    if (stopping) return
    stopping = true
    await stop().catch((error) => fail(String(error)))
    process.exit(0)
  }
  process.on('SIGTERM', once)
  process.on('SIGINT', once)
  process.on('SIGHUP', once)
  if (process.send) process.on('disconnect', once)
  if (process.connected === false) once()
}
