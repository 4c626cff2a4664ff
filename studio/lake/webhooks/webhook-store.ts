import type { Store } from '../store/store.ts'
import type { Webhook } from './webhook.ts'
import type { Message } from './webhook-message.ts'

type Row = { body: string; seq: number; due: number }
type Position = { seq: number; id: string; dataset: string }
const LAST_SEQ = '(SELECT coalesce(max(seq), 0) FROM transactions)'

/** The webhooks and their messages. A message with a `due` time (ms) is queued. */
export function openWebhookStore({ db, atomically }: Store) {
  const sql = {
    hooks: db.prepare('SELECT body FROM webhooks ORDER BY rowid'),
    hook: db.prepare('SELECT body, seq FROM webhooks WHERE id = ?'),
    seen: db.prepare('UPDATE webhooks SET seq = max(seq, ?) WHERE id = ?'),
    next: db.prepare(`SELECT seq, id, dataset FROM transactions WHERE dataset = ? AND seq > ?
      ORDER BY seq LIMIT 1`),
    nextOfAny: db.prepare('SELECT seq, id, dataset FROM transactions WHERE seq > ? ORDER BY seq LIMIT 1'),
    queue: db.prepare(`INSERT INTO webhook_messages (id, hook_id, document, body, created_at, due)
      VALUES (?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING`),
    count: db.prepare(`SELECT count(*) AS queued FROM webhook_messages
      WHERE hook_id = ? AND due IS NOT NULL`),
    nextDue: db.prepare(`SELECT body, due FROM webhook_messages m WHERE hook_id = ? AND due IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM webhook_messages earlier WHERE earlier.hook_id = m.hook_id
        AND earlier.due IS NOT NULL AND earlier.document = m.document AND earlier.n < m.n)
      ORDER BY due, n LIMIT 1`),
    update: db.prepare('UPDATE webhook_messages SET body = ?, due = ? WHERE id = ? AND due IS NOT NULL'),
    messages: db.prepare('SELECT body FROM webhook_messages WHERE hook_id = ? ORDER BY n DESC LIMIT ?'),
    message: db.prepare('SELECT body FROM webhook_messages WHERE id = ?'),
    deleteOld: db.prepare(`DELETE FROM webhook_messages WHERE n IN
      (SELECT n FROM webhook_messages WHERE created_at < ? AND due IS NULL ORDER BY created_at LIMIT 1000)`),
  }
  const { synchronous } = db.prepare('PRAGMA synchronous').get() as { synchronous: number }
  /** Writes without a sync to disk, which would slow writers. After a power failure, the history gives the messages again. */
  function withoutSync(work: () => void) {
    db.exec(`PRAGMA synchronous = ${Math.min(1, synchronous)}`) // NORMAL
    try {
      atomically(work)
    } finally {
      db.exec(`PRAGMA synchronous = ${synchronous}`)
    }
  }
  const read = <T>(row: unknown): T => JSON.parse((row as Row).body)
  const readOne = <T>(row: unknown) => (row ? read<T>(row) : undefined)

  return {
    list: () => sql.hooks.all().map(read<Webhook>),
    get: (id: string) => readOne<Webhook>(sql.hook.get(id)),
    /** A new webhook gets the transactions from now on. */
    add: (hook: Webhook) =>
      void db.prepare(`INSERT INTO webhooks VALUES (?, ?, ${LAST_SEQ})`).run(hook.id, JSON.stringify(hook)),
    /** A webhook that is disabled, enabled or moved to another dataset loses its queue. */
    replace(hook: Webhook, was: Webhook) {
      atomically(() => {
        db.prepare('UPDATE webhooks SET body = ? WHERE id = ?').run(JSON.stringify(hook), hook.id)
        if (hook.isDisabledByUser === was.isDisabledByUser && hook.dataset === was.dataset) return
        db.prepare('DELETE FROM webhook_messages WHERE hook_id = ? AND due IS NOT NULL').run(hook.id)
        db.prepare(`UPDATE webhooks SET seq = ${LAST_SEQ} WHERE id = ?`).run(hook.id)
      })
    },
    /** Deletes a webhook with its messages. */
    remove: (id: string) => void db.prepare('DELETE FROM webhooks WHERE id = ?').run(id),

    /** The next transaction that a webhook has not seen. */
    nextTransaction({ id, dataset }: Webhook) {
      const { seq } = sql.hook.get(id) as Row
      return (dataset === '*' ? sql.nextOfAny.get(seq) : sql.next.get(dataset, seq)) as Position | undefined
    },
    /** Queues messages. With `seq`, the webhook has seen the whole transaction. */
    queue(hookId: string, messages: Message[], seq?: number) {
      withoutSync(() => {
        for (const message of messages) {
          const document = `${message.dataset} ${message.documentId}`
          sql.queue.run(message.id, hookId, document, JSON.stringify(message), Date.parse(message.createdAt))
        }
        if (seq !== undefined) sql.seen.run(seq, hookId)
      })
    },
    queued: (hookId: string) => (sql.count.get(hookId) as { queued: number }).queued,
    /** The next message to send. Messages of one document stay in order. */
    nextDue(hookId: string): { message: Message; due: number } | undefined {
      const row = sql.nextDue.get(hookId) as Row | undefined
      return row && { message: read<Message>(row), due: row.due }
    },
    /** Does nothing for a cancelled message. */
    update: (message: Message, due: number | null) =>
      withoutSync(() => void sql.update.run(JSON.stringify(message), due, message.id)),
    /** Newest first. */
    messages: (hookId: string, limit: number) => sql.messages.all(hookId, limit).map(read<Message>),
    message: (id: string) => readOne<Message>(sql.message.get(id)),
    /** Deletes some of the messages that are older than a time (ms) and not queued. */
    deleteOld: (time: number) => withoutSync(() => void sql.deleteOld.run(time)),
  }
}
