import type { ApiReply, StoredOrder } from '#app/paypal-sandbox/shapes.ts'
import { createTables, openDatabaseFile } from '#app/platform/database-file.server.ts'

export type Delivery = { id: string; dueAt: number; attempts: number; body: string }
export type Store = ReturnType<typeof openStore>

const TABLES = `
  create table if not exists orders (id text primary key, content text not null);
  create table if not exists requests (id text primary key, status integer not null, body text not null);
  create table if not exists deliveries (id text primary key, dueAt integer not null, attempts integer not null, body text not null);`

/** Opens the store of orders, responses and queued webhooks. Several processes may share the file. */
export function openStore(file: string) {
  const db = openDatabaseFile(file)
  db.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  createTables(db, TABLES)

  return {
    transaction<T>(work: () => T): T {
      db.exec('begin immediate')
      try {
        const result = work()
        db.exec('commit')
        return result
      } catch (error) {
        if (db.isTransaction) db.exec('rollback') // SQLite itself rolls back on a full disk
        throw error
      }
    },

    order(id: string): StoredOrder | undefined {
      const row = db.prepare('select content from orders where id = ?').get(id)
      return row && JSON.parse(String(row.content))
    },
    saveOrder(stored: StoredOrder): void {
      const { id } = stored.order
      db.prepare('insert or replace into orders values (?, ?)').run(id, JSON.stringify(stored))
    },

    /** The first response to a PayPal-Request-Id. */
    reply(requestId: string): ApiReply | undefined {
      const row = db.prepare('select status, body from requests where id = ?').get(requestId)
      return row && { status: Number(row.status), body: JSON.parse(String(row.body)) }
    },
    saveReply(requestId: string, { status, body }: ApiReply): void {
      db.prepare('insert into requests values (?, ?, ?)').run(requestId, status, JSON.stringify(body))
    },

    enqueue({ id, dueAt, attempts, body }: Delivery): void {
      db.prepare('insert or replace into deliveries values (?, ?, ?, ?)').run(id, dueAt, attempts, body)
    },
    due: (now: number) =>
      db.prepare('select * from deliveries where dueAt <= ? order by dueAt limit 20').all(now) as Delivery[],
    dequeue(id: string): void {
      db.prepare('delete from deliveries where id = ?').run(id)
    },

    close: () => db.close(),
  }
}
