import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { onStopSignal } from '#app/platform/stop-signals.server.ts'

/** Calls `use` with a new private folder, and removes it afterwards, also on a stop signal. Rejects like `use`. */
export async function withTemporaryFolder<T>(
  prefix: string,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(prefix)
  const removeListeners = onStopSignal(() => {
    rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  })
  try {
    return await use(folder)
  } finally {
    removeListeners()
    await rm(folder, { recursive: true, force: true })
  }
}
