import type { SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase } from 'kysely'
import { StartError } from '#app/backend/start-error.ts'
import { assertIntact, openDatabaseFile, takeLock } from '#app/platform/database-file.server.ts'

/** A stopping backend ends within this time (main.ts). */
const STOPPING_MS = 3_000

/** Adapts node:sqlite to Kysely. A commit is on disk when it returns. Throws StartError if `exclusive` and in use. */
export function openSqlite(file: string, exclusive = false): SqliteDatabase {
  // Two backends would both send the outbox, and each would treat the other's captures as abandoned.
  const lock = exclusive ? takeLock(`${file}.lock`, STOPPING_MS) : undefined
  if (exclusive && !lock) throw new StartError(`${file} can’t be opened: another backend uses it`)
  const db = openDatabaseFile(file)
  try {
    // secure_delete overwrites deleted personal data.
    db.exec(
      'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
    )
    assertIntact(db)
    db.function('fold_text', { deterministic: true }, (text) =>
      typeof text === 'string' ? foldText(text) : text,
    )
  } catch (error) {
    db.close()
    lock?.close()
    throw error
  }
  return {
    close() {
      db.close()
      lock?.close()
    },
    prepare(sql) {
      // A deferred transaction that began with a read would fail instead of waiting for another writer.
      const statement = db.prepare(sql === 'begin' ? 'begin immediate' : sql)
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        // A full disk already ended the transaction. Kysely's rollback must not hide that error.
        run: (parameters) =>
          sql === 'rollback' && !db.isTransaction
            ? { changes: 0, lastInsertRowid: 0 }
            : statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      }
    },
  }
}

/** Lower case without accents, for searches. */
const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
