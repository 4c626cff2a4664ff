import type { SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase } from 'kysely'
import { assertIntact, openDatabaseFile, takeLock } from '#app/platform/database-file.server.ts'

/** A host that was told to stop is gone within this (main.ts). */
const LEAVING_MS = 3_000

/**
 * node:sqlite behind the few methods that Kysely's SqliteDialect asks for. WAL with synchronous=FULL: a commit that returned is on disk.
 * The file holds personal data, so only its owner may read it. Throws when it can't be opened or fails SQLite's quick_check,
 * and when it is to be `working` while another process works on it.
 */
export function openSqlite(file: string, working = false): SqliteDatabase {
  // Two hosts would each send what waits in the outbox and take the other's captures for left over.
  const lock = working ? takeLock(`${file}.lock`, LEAVING_MS) : undefined
  if (working && !lock) throw new Error('another host works on it')
  const db = openDatabaseFile(file)
  try {
    // What is deleted of a person would stand in the file on, until something else took its place.
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
      // Whoever begins may write: what has only read so far would not wait for another process, but fail.
      const statement = db.prepare(sql === 'begin' ? 'begin immediate' : sql)
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        // SQLite itself ends a transaction that a full disk broke; the error to be heard is that one, not the rollback's.
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
