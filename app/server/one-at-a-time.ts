import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { makeFolder, tryLock } from '#app/kept-database.server.ts'

const ASK_AGAIN_MS = 100

/**
 * Does `work` while no other process, nor another part of this one, does work under the same file; waits for as long as that
 * takes, after telling `onWaiting`. The lock is SQLite's, which the system takes back from a process that has ended, however it did.
 */
export async function oneAtATime<T>(
  file: string,
  work: () => Promise<T>,
  onWaiting?: () => void,
): Promise<T> {
  makeFolder(dirname(file))
  const lock = new DatabaseSync(file)
  try {
    if (!tryLock(lock)) {
      onWaiting?.()
      do await pause(ASK_AGAIN_MS)
      while (!tryLock(lock))
    }
    return await work()
  } finally {
    lock.close()
  }
}
