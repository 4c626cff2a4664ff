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
/** No delivery takes longer. After it, another worker takes over the message of a killed one. */
const CLAIM_MS = 12 * 60_000
/** Milliseconds, doubled at each failure up to the longest. */
type Wait = { first: number; longest: number }
const WAITS: Record<DeliveryFailure, Wait> = {
  unreachable: { first: 1_000, longest: 30_000 },
  // Mail servers lock out clients that keep trying a wrong password.
  login: { first: 60_000, longest: 30 * 60_000 },
  message: { first: 5_000, longest: 30 * 60_000 },
}
/** A permanent refusal may be a fault of the server that is mended after a weekend. */
const GIVE_UP_AFTER_MS = 3 * 86_400_000
/** Fewer attempts in that time mean that the clock jumped or the backend was off. */
const GIVE_UP_AFTER_ATTEMPTS = 100

type Content = Mail & {
  /** Those of `to` that have it. */
  delivered?: string[]
  /** Earlier versions stored the staff's addresses in `to`, and this. */
  toStaff?: boolean
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

/**
 * Delivers the messages of the outbox, each at least once: it is marked as sent only after the server took it. A message
 * that the server refuses permanently is given up after three days, or at once for the last recipients if others have it.
 * Several workers on one database share the work.
 */
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
    const { toStaff, delivered = [], ...mail }: Content = JSON.parse(row.content)
    const { from, fromName } = mailbox
    const messageId = `<${row.id}@${from.split('@').at(-1)}>`
    const to = mail.to && !toStaff ? mail.to : mailbox.to
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
        content: givenUp ? null : JSON.stringify({ ...mail, toStaff, delivered: has }),
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

  /** Takes the next message that is due. The least tried comes first, so that a bad message delays no other. */
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
        // On PostgreSQL another worker may have taken it meanwhile.
        .where('nextAttemptAt', '<=', now)
        .returningAll()
        .executeTakeFirst()
    )
  }

  /** Changes nothing if another worker has claimed the message meanwhile. */
  const update = ({ id, attempts }: OutboxRow, change: Partial<OutboxRow>) =>
    db.updateTable('outbox').set(change).where('id', '=', id).where('attempts', '=', attempts).execute()

  return {
    /** `alone`: no other worker shares this database, so what a killed one left or what waits for a retry is due at once. */
    async start({ alone }: { alone: boolean }): Promise<void> {
      if (alone)
        await db.updateTable('outbox').set({ nextAttemptAt: 0 }).where('sentAt', 'is', null).execute()
      running = run()
    },

    /** Looks for a new message at once, except while the server is down. */
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

/** Whole milliseconds, with up to a fifth of chance on top, so that several workers do not retry together. */
function backOff({ first, longest }: Wait, failures: number): number {
  return Math.round(Math.min(longest, first * 2 ** (failures - 1)) * (1 + Math.random() / 5))
}
