import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export type SmallDisk = {
  path: string
  fill(): void
  free(): void
  /** Makes the disk read-only. No file may be open for writing. */
  lock(): void
}

/** Mounts a disk of this size for one test; undefined without the permission to mount. */
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
    // Lazy: a process may still have a file open.
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
  }
}
