import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Answer } from '#app/content/lake.server.ts'
import { assertIntact, createTables, errorReason, makeDataDir } from '#app/platform/database-file.server.ts'

/** The lake's last answers on disk. The site serves them when it starts without the lake. */
export type LastGood = {
  all(): Map<string, Answer>
  save(key: string, answer: Answer): void
  delete(key: string): void
  close(): void
}

/** SQLite's error codes for disk and permission problems. The file itself is intact. */
const NOT_DAMAGE = [
  /* PERM */ 3, /* BUSY */ 5, 6, /* READONLY */ 8, /* IOERR */ 10, /* FULL */ 13, /* CANTOPEN */ 14,
]

/**
 * Opens the store in `dataDir`. Replaces a file that is damaged or of a newer release: the lake has all content. Throws
 * if the disk is not writable.
 */
export function openLastGood(dataDir: string): LastGood {
  makeDataDir(dataDir)
  const file = join(dataDir, 'last-good.sqlite')
  try {
    return open(file)
  } catch (error) {
    const { errcode = 0 } = error as { errcode?: number }
    if (NOT_DAMAGE.includes(errcode & 0xff)) throw new Error(`${file} can't be opened: ${errorReason(error)}`)
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    return open(file)
  }
}

type Row = { key: string; result: string; tags: string }

function open(file: string): LastGood {
  const db = new DatabaseSync(file)
  try {
    return prepareStore(db)
  } catch (error) {
    db.close()
    throw error
  }
}

function prepareStore(db: DatabaseSync): LastGood {
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  createTables(
    db,
    'CREATE TABLE IF NOT EXISTS answer (key TEXT PRIMARY KEY, result TEXT NOT NULL, tags TEXT NOT NULL) STRICT',
  )
  const select = db.prepare('SELECT key, result, tags FROM answer')
  const upsert = db.prepare(
    'INSERT INTO answer (key, result, tags) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET result = excluded.result, tags = excluded.tags',
  )
  const remove = db.prepare('DELETE FROM answer WHERE key = ?')
  assertIntact(db)
  return {
    all: () =>
      new Map(
        (select.all() as Row[]).flatMap(({ key, result, tags }): [string, Answer][] => {
          try {
            return [[key, { result: JSON.parse(result), tags: JSON.parse(tags) }]]
          } catch {
            return [] // damaged: read from the lake again
          }
        }),
      ),
    save: (key, { result, tags }) =>
      void upsert.run(key, JSON.stringify(result ?? null), JSON.stringify(tags)),
    delete: (key) => void remove.run(key),
    close: () => db.close(),
  }
}
