import type { Store } from '../store/store.ts'
import type { Webhook } from './webhook.ts'
import type { Delivery } from './webhook-delivery.ts'
import type { Message } from './webhook-message.ts'

const DELETED_AT_ONCE = 1000
// A level of SQLite's `synchronous`.
const NORMAL = 1

export type QueuedMessage = Message & { failureCount: number; createdAt: number; due: number }
type HookRow = { body: string; seq: number }
type Page = { limit: number; offset: number }

/** The webhooks, their messages and the log of their attempts. Times are in ms. */
export function openWebhookStore({ db, atomically }: Store) {
  const sql = {
    list: db.prepare('SELECT body FROM webhooks ORDER BY rowid'),
    get: db.prepare('SELECT body, seq FROM webhooks WHERE id = ?'),
    add: db.prepare('INSERT INTO webhooks VALUES (?, ?, (SELECT coalesce(max(seq), 0) FROM transactions))'),
    replace: db.prepare('UPDATE webhooks SET body = ? WHERE id = ?'),
    skip: db.prepare(
      'UPDATE webhooks SET seq = (SELECT coalesce(max(seq), 0) FROM transactions) WHERE id = ?',
    ),
    advance: db.prepare('UPDATE webhooks SET seq = ? WHERE id = ?'),
    remove: db.prepare('DELETE FROM webhooks WHERE id = ?'),
    next: db.prepare(
      'SELECT seq, id, dataset FROM transactions WHERE dataset = ? AND seq > ? ORDER BY seq LIMIT 1',
    ),
    nextOfAny: db.prepare('SELECT seq, id, dataset FROM transactions WHERE seq > ? ORDER BY seq LIMIT 1'),
    queue: db.prepare(`INSERT INTO webhook_messages
      (id, hook_id, dataset, document_id, transaction_id, transaction_time, operation, payload, created_at, due)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`),
    countQueued: db.prepare(
      "SELECT count(*) AS count FROM webhook_messages WHERE hook_id = ? AND status = 'queued'",
    ),
    cancel: db.prepare("DELETE FROM webhook_messages WHERE hook_id = ? AND status = 'queued'"),
    nextDue: db.prepare(`SELECT id, dataset, document_id AS documentId, transaction_id AS transactionId,
      transaction_time AS transactionTime, operation, payload, failures AS failureCount, created_at AS createdAt, due
      FROM webhook_messages m WHERE hook_id = ? AND status = 'queued' AND NOT EXISTS (
        SELECT 1 FROM webhook_messages e WHERE e.hook_id = m.hook_id AND e.status = 'queued'
        AND e.dataset = m.dataset AND e.document_id = m.document_id AND e.n < m.n)
      ORDER BY due, n LIMIT 1`),
    settle: db.prepare(
      "UPDATE webhook_messages SET status = ?, result_code = ?, failures = failures + ?, due = ? WHERE id = ? AND status = 'queued'",
    ),
    addAttempt: db.prepare('INSERT INTO webhook_attempts (hook_id, message_id, body) VALUES (?, ?, ?)'),
    messages:
      db.prepare(`SELECT id, dataset, payload, status, failures AS failureCount, result_code AS resultCode,
      created_at AS createdAt FROM webhook_messages WHERE hook_id = ? ORDER BY n DESC LIMIT ? OFFSET ?`),
    attempts: db.prepare(
      'SELECT n, body FROM webhook_attempts WHERE hook_id = ? ORDER BY n DESC LIMIT ? OFFSET ?',
    ),
    attempt: db.prepare('SELECT n, body FROM webhook_attempts WHERE n = ?'),
    deleteOld: db.prepare(`DELETE FROM webhook_messages WHERE n IN (
      SELECT n FROM webhook_messages WHERE created_at < ? AND status <> 'queued' ORDER BY created_at LIMIT ${DELETED_AT_ONCE})`),
  }
  const webhookIn = ({ body }: Pick<HookRow, 'body'>) => JSON.parse(body) as Webhook
  const attemptIn = ({ n, body }: { n: number; body: string }) => ({ id: String(n), ...JSON.parse(body) })
  const { synchronous: level } = db.prepare('PRAGMA synchronous').get() as { synchronous: number }
  /** Without a sync to disk, so that webhooks don't slow writers. After a power failure, the history gives the messages again. */
  function withoutSync(work: () => void) {
    db.exec(`PRAGMA synchronous = ${Math.min(NORMAL, level)}`)
    try {
      atomically(work)
    } finally {
      db.exec(`PRAGMA synchronous = ${level}`)
    }
  }
  const rowOf = (id: string) => sql.get.get(id) as HookRow | undefined

  return {
    list: () => (sql.list.all() as HookRow[]).map(webhookIn),
    get(id: string): Webhook | undefined {
      const row = rowOf(id)
      return row && webhookIn(row)
    },
    /** A new webhook gets the transactions from now on. */
    add: (hook: Webhook) => void sql.add.run(hook.id, JSON.stringify(hook)),
    /** `restart` cancels the queued messages and ignores the transactions until now. */
    replace(hook: Webhook, { restart }: { restart: boolean }) {
      atomically(() => {
        sql.replace.run(JSON.stringify(hook), hook.id)
        if (!restart) return
        sql.cancel.run(hook.id)
        sql.skip.run(hook.id)
      })
    },
    /** Deletes a webhook with its messages and attempts. */
    remove: (id: string) => void sql.remove.run(id),

    /** The next transaction that a webhook has not seen. */
    nextTransaction({ id, dataset }: Webhook) {
      const seq = rowOf(id)?.seq ?? Number.MAX_SAFE_INTEGER
      const next = dataset === '*' ? sql.nextOfAny.get(seq) : sql.next.get(dataset, seq)
      return next as { seq: number; id: string; dataset: string } | undefined
    },
    /** Queues messages. With `seq`, the webhook has seen the whole transaction. */
    queue(hookId: string, messages: Message[], now: number, seq?: number) {
      withoutSync(() => {
        for (const message of messages) {
          const { id, dataset, documentId, transactionId, transactionTime, operation, payload } = message
          const of = [id, hookId, dataset, documentId, transactionId, transactionTime, operation, payload]
          sql.queue.run(...of, now, now)
        }
        if (seq !== undefined) sql.advance.run(seq, hookId)
      })
    },
    countQueued: (hookId: string) => (sql.countQueued.get(hookId) as { count: number }).count,
    /** The next message to send. Messages of one document stay in order. */
    nextDue: (hookId: string) => sql.nextDue.get(hookId) as QueuedMessage | undefined,

    /** Logs an attempt; `retryAt` keeps the message in the queue. Ignores a cancelled message. */
    addAttempt(
      hookId: string,
      message: Message,
      { resultCode, resultBody, failureReason }: Delivery,
      { startedAt, endedAt, retryAt }: { startedAt: number; endedAt: number; retryAt: number | undefined },
    ) {
      const isFailure = failureReason !== null
      const status = !isFailure ? 'success' : retryAt === undefined ? 'failure' : 'queued'
      withoutSync(() => {
        const { changes } = sql.settle.run(status, resultCode, Number(isFailure), retryAt ?? 0, message.id)
        if (changes === 0) return
        const attempt = {
          hookId,
          messageId: message.id,
          inProgress: false,
          duration: endedAt - startedAt,
          isFailure,
          failureReason,
          resultCode,
          resultBody,
          createdAt: new Date(startedAt).toISOString(),
          updatedAt: new Date(endedAt).toISOString(),
        }
        sql.addAttempt.run(hookId, message.id, JSON.stringify(attempt))
      })
    },
    /** Newest first. */
    messages: (hookId: string, { limit, offset }: Page) =>
      (sql.messages.all(hookId, limit, offset) as { createdAt: number }[]).map((message) => ({
        ...message,
        hookId,
        createdAt: new Date(message.createdAt).toISOString(),
      })),
    attempts: (hookId: string, { limit, offset }: Page) =>
      (sql.attempts.all(hookId, limit, offset) as { n: number; body: string }[]).map(attemptIn),
    attempt(id: string) {
      const row = sql.attempt.get(id) as { n: number; body: string } | undefined
      return row && attemptIn(row)
    },
    /** Deletes some of the messages that ended before a time, with their attempts. */
    deleteOld: (before: number) => void sql.deleteOld.run(before),
  }
}
