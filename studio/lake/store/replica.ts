import { DatabaseSync } from 'node:sqlite'
import type { Document } from '../documents/document-ids.ts'

/** Reads the lake's file in another thread: a whole dataset, then its changes. */
export function openReplica(file: string) {
  const db = new DatabaseSync(file, { readOnly: true })
  db.exec('PRAGMA busy_timeout = 2000')
  const sql = {
    // Per dataset, because SQLite reuses numbers after a dataset is deleted.
    position: db.prepare('SELECT coalesce(max(seq), 0) AS position FROM transactions WHERE dataset = ?'),
    documents: db.prepare('SELECT body FROM documents WHERE dataset = ? ORDER BY id'),
    changes: db.prepare(
      'SELECT document_id AS id, after FROM changes WHERE seq > ? AND dataset = ? ORDER BY seq, rowid',
    ),
  }
  const parsed = (body: string | null): Document | null => (body === null ? null : JSON.parse(body))
  const position = (dataset: string) => (sql.position.get(dataset) as { position: number }).position

  /** Runs several reads on one snapshot. */
  function consistently<T>(read: () => T): T {
    db.exec('BEGIN')
    try {
      return read()
    } finally {
      db.exec('COMMIT')
    }
  }

  return {
    load: (dataset: string) =>
      consistently(() => {
        const documents: Document[] = []
        for (const row of sql.documents.iterate(dataset))
          documents.push(JSON.parse((row as { body: string }).body))
        return { documents, position: position(dataset) }
      }),

    /** The current state of each document that changed after `since`. */
    changesSince: (dataset: string, since: number) =>
      consistently(() => {
        const latest = new Map<string, string | null>()
        for (const row of sql.changes.iterate(since, dataset)) {
          const { id, after } = row as { id: string; after: string | null }
          latest.set(id, after)
        }
        const changes = [...latest].map(([id, after]) => ({ id, after: parsed(after) }))
        return { changes, position: position(dataset) }
      }),
    close: () => db.close(),
  }
}
