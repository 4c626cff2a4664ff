import type { DatabaseSync } from 'node:sqlite'

/** A change as it is stored; the body is null after a deletion. */
export type ChangeRow = { id: string; body: string | null; mutations: string }
/** A transaction without its changes, which come as rows, and the documents whose history it purges. */
export type Entry = { dataset: string; id: string; timestamp: string; author: string; purged: string[] }

/** Writes a transaction atomically. `beforeCommit` runs when only the commit is left. */
export function appendTo(db: DatabaseSync) {
  const putDocument = db.prepare(
    'INSERT INTO documents VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body',
  )
  const deleteDocument = db.prepare('DELETE FROM documents WHERE dataset = ? AND id = ?')
  const addTransaction = db.prepare(
    'INSERT INTO transactions (dataset, id, timestamp, author) VALUES (?, ?, ?, ?)',
  )
  const addChange = db.prepare('INSERT INTO changes VALUES (?, ?, ?, ?, ?)')
  const purge = db.prepare(
    'DELETE FROM changes WHERE dataset = ? AND document_id = ? AND seq < (SELECT max(seq) FROM changes WHERE dataset = ? AND document_id = ?)',
  )
  return ({ dataset, id, timestamp, author, purged }: Entry, rows: ChangeRow[], beforeCommit = () => {}) =>
    atomically(db, () => {
      if (rows.length > 0) {
        const { lastInsertRowid: seq } = addTransaction.run(dataset, id, timestamp, author)
        for (const row of rows) {
          addChange.run(dataset, row.id, seq, row.body, row.mutations)
          if (row.body) putDocument.run(dataset, row.id, row.body)
          else deleteDocument.run(dataset, row.id)
        }
      }
      for (const document of purged) purge.run(dataset, document, dataset, document)
      beforeCommit()
    })
}

export function atomically<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
