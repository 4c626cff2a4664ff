import type { ApiReply, KeptOrder } from '#app/paypal-sandbox/shapes.ts'
import { createTables, openDatabaseFile } from '#app/platform/database-file.server.ts'

export type Delivery = { id: string; dueAt: number; attempts: number; body: string }
export type Store = ReturnType<typeof openStore>

const TABLES = `
  create table if not exists orders (id text primary key, content text not null);
  create table if not exists captures (id text primary key, orderId text not null);
  create table if not exists refunds (id text primary key, orderId text not null);
  create table if not exists requests (id text primary key, status integer not null, body text not null);
  create table if not exists deliveries (id text primary key, dueAt integer not null, attempts integer not null, body text not null);`

/** What PayPal would remember, in a file of its own: a killed host finds its captures again. Several processes may share it. */
export function openStore(file: string) {
  const db = openDatabaseFile(file)
  db.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  createTables(db, TABLES)
  const one = (sql: string, ...values: (string | number)[]) => db.prepare(sql).get(...values)
  const run = (sql: string, ...values: (string | number)[]) => void db.prepare(sql).run(...values)

  return {
    /** All or nothing, one at a time across processes. */
    transaction<T>(work: () => T): T {
      db.exec('begin immediate')
      try {
        const result = work()
        db.exec('commit')
        return result
      } catch (error) {
        if (db.isTransaction) db.exec('rollback') // SQLite itself ends one that a full disk broke
        throw error
      }
    },
    order(id: string): KeptOrder | undefined {
      const row = one('select content from orders where id = ?', id)
      return row && (JSON.parse(String(row.content)) as KeptOrder)
    },
    orderOfCapture(captureId: string): KeptOrder | undefined {
      const row = one('select orderId from captures where id = ?', captureId)
      return row && this.order(String(row.orderId))
    },
    orderOfRefund(refundId: string): KeptOrder | undefined {
      const row = one('select orderId from refunds where id = ?', refundId)
      return row && this.order(String(row.orderId))
    },
    keepOrder(kept: KeptOrder): void {
      run('insert or replace into orders values (?, ?)', kept.order.id, JSON.stringify(kept))
      for (const { payments } of kept.order.purchase_units) {
        for (const { id } of payments?.captures ?? [])
          run('insert or ignore into captures values (?, ?)', id, kept.order.id)
        for (const { id } of payments?.refunds ?? [])
          run('insert or ignore into refunds values (?, ?)', id, kept.order.id)
      }
    },
    /** The answer that a PayPal-Request-Id got before. */
    reply(requestId: string): ApiReply | undefined {
      const row = one('select status, body from requests where id = ?', requestId)
      return row && { status: Number(row.status), body: JSON.parse(String(row.body)) }
    },
    keepReply(requestId: string, { status, body }: ApiReply): void {
      run('insert or ignore into requests values (?, ?, ?)', requestId, status, JSON.stringify(body))
    },
    queue(delivery: Delivery): void {
      const { id, dueAt, attempts, body } = delivery
      run('insert or replace into deliveries values (?, ?, ?, ?)', id, dueAt, attempts, body)
    },
    due(now: number): Delivery[] {
      return db
        .prepare('select * from deliveries where dueAt <= ? order by dueAt limit 20')
        .all(now) as Delivery[]
    },
    delivered: (id: string) => run('delete from deliveries where id = ?', id),
    close: () => db.close(),
  }
}
