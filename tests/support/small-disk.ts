import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A disk of its own, which can be full. */
export type SmallDisk = {
  path: string
  /** Takes all the room that is left. */
  fill(): void
  /** Gives it back. */
  free(): void
  /** From now on nothing can be written. No file may be open for writing. */
  lock(): void
  unlock(): void
}

/** A disk of so many KB for one test; undefined where nothing may be mounted. */
export function smallDisk(kilobytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'keyturn-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'keyturn-test', path], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(path, { recursive: true })
    return undefined
  }
  onTestFinished(() => {
    // Whoever still has a file open keeps it; the place is free at once.
    execFileSync('umount', ['--lazy', path])
    rmSync(path, { recursive: true, force: true })
  })
  const filler = join(path, 'filler')
  return {
    path,
    fill() {
      const { bavail, bsize } = statfsSync(path)
      writeFileSync(filler, Buffer.alloc(bavail * bsize))
    },
    free: () => rmSync(filler, { force: true }),
    lock: () => void execFileSync('mount', ['-o', 'remount,ro', path]),
    unlock: () => void execFileSync('mount', ['-o', 'remount,rw', path]),
  }
}
