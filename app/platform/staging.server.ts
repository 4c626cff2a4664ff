import { execFile } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { takeLock } from '#app/platform/database-file.server.ts'
import { onStopSignal } from '#app/platform/stop-signals.server.ts'

/** Held by whoever works in the folder: the system takes it back from a process that has ended, however it did. */
const LOCK = 'keyturn-staging.lock'
/** Another backup's, mostly with its day for a name, may be another machine's, whose lock some network drives don't show. */
const SURELY_LEFT_MS = 3_600_000

/**
 * Does `use` with a new folder whose path begins with `prefix`, and removes it: also when this process is told to stop meanwhile,
 * and, what one that was killed has left there, the next time. Names, addresses and drafts stand in it. Rejects as `use` does.
 */
export async function withStaging<T>(prefix: string, use: (staging: string) => Promise<T>): Promise<T> {
  clearLeft(prefix)
  const staging = await mkdtemp(prefix)
  const lock = lockOf(staging)
  const forget = onStopSignal(() => {
    rmSync(staging, { recursive: true, force: true })
    process.exit(1)
  })
  try {
    return await use(staging)
  } finally {
    forget()
    lock?.close()
    await rm(staging, { recursive: true, force: true })
  }
}

/** Undefined where somebody else has it, or nothing can be locked, as on some network drives: then nobody takes it for left. */
function lockOf(staging: string): ReturnType<typeof takeLock> {
  try {
    return takeLock(join(staging, LOCK), 0)
  } catch {
    return undefined
  }
}

/** What can't be cleared away is none of ours, and holds nothing up. */
function clearLeft(prefix: string): void {
  try {
    const folder = dirname(prefix)
    for (const name of readdirSync(folder)) {
      const staging = join(folder, name)
      if (!existsSync(join(staging, LOCK))) continue
      const forMs = Date.now() - statSync(join(staging, LOCK)).mtimeMs
      if (!name.startsWith(basename(prefix)) && forMs < SURELY_LEFT_MS) continue
      const lock = lockOf(staging)
      if (!lock) continue
      lock.close()
      rmSync(staging, { recursive: true, force: true })
    }
  } catch {}
}

/**
 * What root puts into a folder belongs to whom that belongs, whoever’s it was where it comes from: else the product could not
 * read it, or somebody else might.
 */
export async function belongToOwner(folder: string, paths: string[]): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  await promisify(execFile)('chown', ['-hR', `${uid}:${gid}`, ...paths])
}

/** What tar complained of, in one line. Of a disk that is full it says no more than how much it wrote. */
export function tarsComplaint(stderr: string): string {
  const [line = ''] = stderr.trim().split('\n')
  return /: Wrote only \d/.test(line) ? `${line}: is the disk full?` : line
}
