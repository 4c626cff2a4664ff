import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database, OutboxRow, Writes } from '#app/backend/database/schema.ts'
import { maskText } from '#app/backend/log.ts'
import {
  type Deliver,
  DeliveryError,
  type DeliveryFailure,
  type Mail,
  type Mailbox,
} from '#app/backend/mail/mail.ts'
import type { Log } from '#app/platform/log.ts'

/** How often an idle worker looks for messages of other processes. */
const POLL_MS = 2_000
/** Longer than any delivery. Afterwards, another worker may claim the message. */
const CLAIM_MS = 12 * 60_000
/** Milliseconds, doubled at each failure up to the longest. */
type Wait = { first: number; longest: number }
const WAITS: Record<DeliveryFailure, Wait> = {
  unreachable: { first: 1_000, longest: 30_000 },
  // Mail servers lock out clients that keep trying a wrong password.
  login: { first: 60_000, longest: 30 * 60_000 },
  message: { first: 5_000, longest: 30 * 60_000 },
}
/** A permanent refusal may be a server fault that an operator repairs after a weekend. */
const GIVE_UP_AFTER_MS = 3 * 86_400_000
/** Fewer attempts in this time mean that the clock jumped or the backend was down. */
const GIVE_UP_AFTER_ATTEMPTS = 100

type Content = Mail & {
  /** Recipients that have the message. */
  delivered?: string[]
}

/** Stores a message in the caller's transaction. The staff's addresses are filled in when it is sent. */
export async function enqueue(tx: Writes, mail: Mail): Promise<void> {
  const id = randomUUID()
  const row = { id, messageId: id, enqueuedAt: new Date().toISOString(), content: JSON.stringify(mail) }
  await tx
    .insertInto('outbox')
    .values({ ...row, attempts: 0, nextAttemptAt: 0, claimedUntil: 0 })
    .execute()
}

/** Delivers each message at least once, then marks it as sent. Several workers can share one database (README.md, Mail). */
export function createOutboxWorker(
  db: Database,
  {
    deliver,
    mailbox,
    log,
    waits = WAITS,
  }: { deliver: Deliver; mailbox: Mailbox; log: Log; waits?: typeof WAITS },
) {
  const stopped = new AbortController()
  let woken = new AbortController()
  let running: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    const failures = { unreachable: 0, login: 0 }
    while (!stopped.signal.aborted) {
      woken = new AbortController()
      const outcome = await deliverNext().catch((error) => {
        log('error', 'the outbox can’t be read', { error: String(error) })
        return 'idle' as const
      })
      if (outcome === 'idle') await sleep(POLL_MS, woken.signal)
      else if (outcome === 'unreachable' || outcome === 'login')
        await sleep(backOff(waits[outcome], ++failures[outcome]), stopped.signal)
      else failures.unreachable = failures.login = 0
    }
  }

  async function deliverNext(): Promise<'sent' | 'idle' | DeliveryFailure> {
    const row = await claim()
    if (!row?.content) return 'idle'
    const { delivered = [], ...mail }: Content = JSON.parse(row.content)
    const { from, fromName } = mailbox
    const messageId = `<${row.id}@${from.split('@').at(-1)}>`
    const to = mail.to ?? mailbox.to
    const pending = to.filter((address) => !delivered.includes(address))
    try {
      if (pending.length > 0)
        await deliver({ ...mail, to, from, fromName, messageId, date: row.enqueuedAt, pending })
    } catch (error) {
      const { message } = error as Error
      const { failure, accepted, permanent } =
        error instanceof DeliveryError ? error : new DeliveryError(message, 'message')
      const has = [...delivered, ...accepted]
      const triedLong =
        Date.now() - Date.parse(row.enqueuedAt) > GIVE_UP_AFTER_MS && row.attempts >= GIVE_UP_AFTER_ATTEMPTS
      const givenUp = permanent && (has.length > 0 || triedLong)
      await update(row, {
        content: givenUp ? null : JSON.stringify({ ...mail, delivered: has }),
        sentAt: givenUp ? new Date().toISOString() : null,
        nextAttemptAt: failure === 'message' ? Date.now() + backOff(waits.message, row.attempts) : 0,
        lastError: maskText(message).slice(0, 500),
      })
      log(
        failure === 'unreachable' ? 'warn' : 'error',
        givenUp ? 'mail given up' : 'mail not delivered, to be tried again',
        { messageId, attempts: row.attempts, id: mail.reference, error: message },
      )
      return failure
    }
    await update(row, { content: null, sentAt: new Date().toISOString(), lastError: null })
    return 'sent'
  }

  /** Claims the next due message. The fewest attempts come first, so that a bad message delays no other. */
  function claim(): Promise<OutboxRow | undefined> {
    const now = Date.now()
    return (
      db
        .updateTable('outbox')
        .set((row) => ({ nextAttemptAt: now + CLAIM_MS, attempts: row('attempts', '+', 1) }))
        .where('id', '=', (row) =>
          row
            .selectFrom('outbox')
            .select('id')
            .where('sentAt', 'is', null)
            .where('nextAttemptAt', '<=', now)
            .orderBy('attempts')
            .orderBy('enqueuedAt')
            .limit(1),
        )
        // On PostgreSQL another worker may have claimed it meanwhile.
        .where('nextAttemptAt', '<=', now)
        .returningAll()
        .executeTakeFirst()
    )
  }

  /** Changes nothing if another worker has claimed the message meanwhile. */
  const update = ({ id, attempts }: OutboxRow, change: Partial<OutboxRow>) =>
    db.updateTable('outbox').set(change).where('id', '=', id).where('attempts', '=', attempts).execute()

  return {
    /** `alone`: no other worker uses this database, so messages of a killed worker and retries are due at once. */
    async start({ alone }: { alone: boolean }): Promise<void> {
      if (alone)
        await db.updateTable('outbox').set({ nextAttemptAt: 0 }).where('sentAt', 'is', null).execute()
      running = run()
    },

    /** Looks for new messages now, unless the server is down. */
    wake: () => woken.abort(),

    /** Resolves when the current delivery has ended. */
    async stop(): Promise<void> {
      stopped.abort()
      woken.abort()
      await running
    },
  }
}

const sleep = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => {})

/** Milliseconds, with up to 20 % of jitter, so that several workers don't retry together. */
function backOff({ first, longest }: Wait, failures: number): number {
  return Math.round(Math.min(longest, first * 2 ** (failures - 1)) * (1 + Math.random() / 5))
}
