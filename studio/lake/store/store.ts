import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Document } from '../documents/document-ids.ts'
import { createQueue, giveWay } from '../scheduling.ts'
import { realSources } from '../sources.ts'
import { appendTo, atomically, type ChangeRow, type Entry } from './append.ts'
import type { AppendCall, AppendData } from './append-worker.ts'
import { openFile } from './store-file.ts'

const SIGN_INS = ['sessions', 'used_keys']
/** The lifetime of a sign-in. */
export const SESSION_SECONDS = 31_536_000
/** In characters of JSON. Writing them takes about as long as a slice; a worker writes larger transactions. */
const MAX_SIZE_AT_ONCE = 1_000_000
/** A row costs as much as this many characters. */
const ROW_SIZE = 1_000

/** The change of one document; null means that it did not exist. */
export type Change = { id: string; before: Document | null; after: Document | null; mutations: unknown[] }
export type Transaction = { id: string; timestamp: string; author: string; changes: Change[] }
export type DatasetInfo = { name: string; aclMode: string; createdAt: string }
/** Small things of the project that are not content. */
type RecordKind = 'token' | 'cors-origin'
type Alias = { name: string; dataset: string | null }
type TransactionFilter = {
  documentIds?: string[]
  fromTransaction?: string
  toTransaction?: string
  fromTime?: string
  toTime?: string
  authors?: string[]
  reverse?: boolean
  limit: number
}
export type Store = ReturnType<typeof openStore>

/** Opens the store. If it is durable, a call that returns has synced its data to disk (WAL, synchronous=FULL). */
export function openStore(dataDir: string, { durable = true, sources = realSources } = {}) {
  const { file, db, close } = openFile(dataDir, durable)
  const sql = {
    seqOf: db.prepare('SELECT seq FROM transactions WHERE dataset = ? AND id = ?'),
    lastId: db.prepare('SELECT id FROM transactions WHERE dataset = ? ORDER BY seq DESC LIMIT 1'),
    countAfter: db.prepare('SELECT count(*) AS count FROM transactions WHERE dataset = ? AND seq > ?'),
    after: db.prepare('SELECT * FROM transactions WHERE dataset = ? AND seq > ? ORDER BY seq LIMIT ?'),
    changedBy: db.prepare('SELECT document_id AS id FROM changes WHERE seq = ? ORDER BY rowid'),
    change: db.prepare(`SELECT c.after, c.mutations,
      (SELECT p.after FROM changes p WHERE p.dataset = c.dataset AND p.document_id = c.document_id AND p.seq < c.seq ORDER BY p.seq DESC LIMIT 1) AS before
      FROM changes c WHERE c.dataset = ? AND c.document_id = ? AND c.seq = ?`),
    getValue: db.prepare('SELECT value, updated_at AS updatedAt FROM keyvalue WHERE key = ?'),
    putValue: db.prepare(
      'INSERT INTO keyvalue VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at',
    ),
    addSession: db.prepare('INSERT INTO sessions VALUES (?, ?)'),
    endSession: db.prepare('DELETE FROM sessions WHERE hash = ?'),
    endSessions: db.prepare('DELETE FROM sessions WHERE created_at <= ?'),
    hasSession: db.prepare('SELECT 1 FROM sessions WHERE hash = ? AND created_at > ?'),
    records: db.prepare('SELECT body FROM records WHERE kind = ? ORDER BY rowid'),
    addUsedKey: db.prepare('INSERT INTO used_keys VALUES (?) ON CONFLICT DO NOTHING'),
  }

  const append = appendTo(db)
  const enqueue = createQueue()
  /** 1 while a worker's transaction may be on disk, but not yet visible to queries. */
  const committing = new Int32Array(new SharedArrayBuffer(4))
  let appending: Promise<unknown> = Promise.resolve()

  /** Starts a worker that writes a large transaction. `shown` resolves after `show`. */
  function startAppend(entry: Entry, show: () => void) {
    const script = new URL(`./append-worker${extname(import.meta.url)}`, import.meta.url)
    const worker = new Worker(script, {
      workerData: { file, durable, entry, committing } satisfies AppendData,
    })
    const shown = once(worker, 'message')
      .then(show)
      .finally(() => Atomics.store(committing, 0, 0))
    appending = shown.catch(() => {})
    return { send: (call: AppendCall) => worker.postMessage(call), shown }
  }

  const parse = (body: unknown) => (body === null ? null : (JSON.parse(body as string) as Document))
  const seqOf = (dataset: string, id: string) =>
    (sql.seqOf.get(dataset, id) as { seq: number } | undefined)?.seq
  /** Loads a change lazily: one transaction may have changed thousands of documents. */
  function changeOf(dataset: string, id: string, seq: number): Change {
    let found: Omit<Change, 'id'> | undefined
    function read() {
      const row = sql.change.get(dataset, id, seq) as Record<string, string | null> | undefined
      const { before = null, after = null, mutations } = row ?? {} // a purge deletes the row
      return { before: parse(before), after: parse(after), mutations: JSON.parse(mutations ?? '[]') }
    }
    const load = () => {
      found ??= read()
      return found
    }
    return {
      id,
      get before() {
        return load().before
      },
      get after() {
        return load().after
      },
      get mutations() {
        return load().mutations
      },
    }
  }
  type Row = { seq: number; dataset: string; id: string; timestamp: string; author: string }
  const withChanges = ({ seq, dataset, id, timestamp, author }: Row): Transaction => ({
    id,
    timestamp,
    author,
    changes: (sql.changedBy.all(seq) as { id: string }[]).map((change) => changeOf(dataset, change.id, seq)),
  })

  /** Every table but those of the sign-ins, which outlive a restore. */
  const tablesOfState = () =>
    (db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => !SIGN_INS.includes(name))
  function replaceState(fill: (table: string) => void) {
    atomically(db, () => {
      const tables = tablesOfState() // a table comes before those that refer to it
      for (const table of tables.toReversed()) db.exec(`DELETE FROM main.${table}`)
      tables.forEach(fill)
    })
  }

  return {
    file,
    /** For the tables of other folders. */
    db,
    atomically: <T>(work: () => T) => atomically(db, work),
    sources,
    /** Copies the database to a new file. */
    copyTo: (copy: string) => void db.prepare('VACUUM INTO ?').run(copy),
    /** Replaces everything but the sign-ins by a file of `copyTo`. */
    restore(copy: string) {
      db.prepare('ATTACH ? AS copy').run(copy)
      try {
        replaceState((table) => db.exec(`INSERT INTO main.${table} SELECT * FROM copy.${table}`))
      } finally {
        db.exec('DETACH copy')
      }
    },
    /** Deletes everything but the sign-ins. */
    clear: () => replaceState(() => {}),
    datasets: () =>
      db
        .prepare('SELECT name, acl_mode AS aclMode, created_at AS createdAt FROM datasets ORDER BY name')
        .all() as DatasetInfo[],
    addDataset(name: string, aclMode = 'public') {
      db.prepare('INSERT INTO datasets VALUES (?, ?, ?) ON CONFLICT DO NOTHING').run(
        name,
        aclMode,
        sources.now().toISOString(),
      )
    },
    setAclMode: (name: string, aclMode: string) =>
      void db.prepare('UPDATE datasets SET acl_mode = ? WHERE name = ?').run(aclMode, name),
    /** Deletes a dataset after the running transaction. Aliases remain, unlinked. */
    deleteDataset: (name: string) =>
      enqueue(() =>
        atomically(db, () => {
          for (const table of ['changes', 'transactions', 'documents'])
            db.prepare(`DELETE FROM ${table} WHERE dataset = ?`).run(name)
          db.prepare('UPDATE aliases SET dataset = NULL WHERE dataset = ?').run(name)
          db.prepare('DELETE FROM datasets WHERE name = ?').run(name)
          // SQLite gives the last positions again: without this, webhooks would miss those transactions.
          db.exec('UPDATE webhooks SET seq = min(seq, (SELECT coalesce(max(seq), 0) FROM transactions))')
        }),
      ),
    aliases: () => db.prepare('SELECT * FROM aliases ORDER BY name').all() as Alias[],
    putAlias: (name: string, dataset: string | null) =>
      void db
        .prepare('INSERT INTO aliases VALUES (?, ?) ON CONFLICT DO UPDATE SET dataset = excluded.dataset')
        .run(name, dataset),
    deleteAlias: (name: string) => void db.prepare('DELETE FROM aliases WHERE name = ?').run(name),
    documents(dataset: string): Document[] {
      return (
        db.prepare('SELECT body FROM documents WHERE dataset = ? ORDER BY id').all(dataset) as {
          body: string
        }[]
      ).map((row) => JSON.parse(row.body))
    },

    /** Writes a transaction and purges history, atomically. It calls `show` before anyone can read the transaction. */
    append: (
      dataset: string,
      { changes, ...header }: Transaction,
      purged: string[] = [],
      show: () => void = () => {},
    ) =>
      enqueue(async () => {
        const entry = { ...header, dataset, purged }
        let worker: ReturnType<typeof startAppend> | undefined
        let rows: ChangeRow[] = []
        let size = purged.length * ROW_SIZE
        for (const { id, after, mutations } of changes) {
          if (size > MAX_SIZE_AT_ONCE) {
            worker ??= startAppend(entry, show)
            worker.send({ rows, isLast: false })
            rows = []
            size = 0
          }
          const row = { id, body: after && JSON.stringify(after), mutations: JSON.stringify(mutations) }
          rows.push(row)
          size += ROW_SIZE + (row.body?.length ?? 0) + row.mutations.length
          await giveWay()
        }
        if (!worker && size <= MAX_SIZE_AT_ONCE) {
          append(entry, rows)
          return show()
        }
        worker ??= startAppend(entry, show)
        worker.send({ rows, isLast: true })
        await worker.shown
      }),
    /** Reads when no transaction is on disk that queries don't show yet. */
    async settled<T>(read: () => T): Promise<T> {
      for (;;) {
        const found = read()
        // The worker sets it before it commits, so the check comes after the read.
        if (Atomics.load(committing, 0) === 0) return found
        await appending
      }
    },
    /** The position of a transaction; undefined if it is unknown. */
    seqOf,
    countAfter: (dataset: string, seq: number) =>
      (sql.countAfter.get(dataset, seq) as { count: number }).count,
    /** The next transactions after a position, oldest first. */
    transactionsFrom(dataset: string, seq: number, limit: number) {
      const rows = sql.after.all(dataset, seq, limit) as Row[]
      return { transactions: rows.map(withChanges), seq: rows.at(-1)?.seq ?? seq }
    },
    lastTransactionId: (dataset: string) => (sql.lastId.get(dataset) as { id: string } | undefined)?.id,

    /** The log, oldest first unless `reverse`. The bounds are inclusive. */
    transactions(dataset: string, filter: TransactionFilter): Transaction[] {
      const where = ['dataset = ?'],
        values: (string | number)[] = [dataset]
      const and = (clause: string, ...more: (string | number)[]) => {
        where.push(clause)
        values.push(...more)
      }
      if (filter.documentIds)
        and(
          `seq IN (SELECT seq FROM changes WHERE dataset = ? AND document_id IN (${filter.documentIds.map(() => '?').join()}))`,
          dataset,
          ...filter.documentIds,
        )
      if (filter.fromTransaction)
        and('seq >= ?', seqOf(dataset, filter.fromTransaction) ?? Number.MAX_SAFE_INTEGER)
      if (filter.toTransaction) and('seq <= ?', seqOf(dataset, filter.toTransaction) ?? -1)
      if (filter.fromTime) and('timestamp >= ?', filter.fromTime)
      if (filter.toTime) and('timestamp <= ?', filter.toTime)
      if (filter.authors) and(`author IN (${filter.authors.map(() => '?').join()})`, ...filter.authors)
      const rows = db
        .prepare(
          `SELECT * FROM transactions WHERE ${where.join(' AND ')} ORDER BY seq ${filter.reverse ? 'DESC' : 'ASC'} LIMIT ?`,
        )
        .all(...values, filter.limit) as Row[]
      return rows.map(withChanges)
    },

    /** The ids with a prefix that ever changed. */
    idsWithPrefix: (dataset: string, prefix: string) =>
      (
        db
          .prepare(
            'SELECT DISTINCT document_id AS id FROM changes WHERE dataset = ? AND document_id >= ? AND document_id < ?',
          )
          .all(dataset, prefix, `${prefix}~`) as { id: string }[]
      ).map(({ id }) => id),

    /** A document at a revision, at a time, or in its last state. */
    documentAt(dataset: string, id: string, at: { revision?: string; time?: string }): Document | null {
      const seq = at.revision ? (seqOf(dataset, at.revision) ?? -1) : Number.MAX_SAFE_INTEGER
      const row = db
        .prepare(`SELECT c.after FROM changes c JOIN transactions t USING (seq)
        WHERE c.dataset = ? AND c.document_id = ? AND c.seq <= ? AND t.timestamp <= ? ${at.revision || at.time ? '' : 'AND c.after IS NOT NULL'}
        ORDER BY c.seq DESC LIMIT 1`)
        .get(dataset, id, seq, at.time ?? '9') as { after: string | null } | undefined
      return row ? parse(row.after) : null
    },

    keyvalue(key: string): { value: unknown; updatedAt: string } | undefined {
      const row = sql.getValue.get(key) as { value: string; updatedAt: string } | undefined
      return row && { value: JSON.parse(row.value), updatedAt: row.updatedAt }
    },
    setKeyvalue(key: string, value: unknown): string {
      const updatedAt = sources.now().toISOString()
      sql.putValue.run(key, JSON.stringify(value ?? null), updatedAt)
      return updatedAt
    },
    addSession(hash: string) {
      sql.endSessions.run(sessionCutoff())
      sql.addSession.run(hash, new Date().toISOString())
    },
    endSession: (hash: string) => void sql.endSession.run(hash),
    hasSession: (hash: string) => sql.hasSession.get(hash, sessionCutoff()) !== undefined,
    /** False for a used key. */
    acceptKeyOnce: (hash: string) => sql.addUsedKey.run(hash).changes > 0,
    /** The records of a kind, oldest first. */
    records: <T>(kind: RecordKind): T[] =>
      (sql.records.all(kind) as { body: string }[]).map(({ body }) => JSON.parse(body)),
    putRecord: <T extends { id: string | number }>(kind: RecordKind, record: T) =>
      void db
        .prepare('INSERT INTO records VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body')
        .run(kind, String(record.id), JSON.stringify(record)),
    /** False for an unknown record. */
    deleteRecord: (kind: RecordKind, id: string) =>
      db.prepare('DELETE FROM records WHERE kind = ? AND id = ?').run(kind, id).changes > 0,
    /** Closes the file after the running transaction. */
    close: () => enqueue(close),
  }
}

const sessionCutoff = () => new Date(Date.now() - SESSION_SECONDS * 1000).toISOString()
