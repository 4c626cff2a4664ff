import { randomUUID } from 'node:crypto'
import { maskText } from '#app/backend/log.ts'
import { type Deliver, DeliveryError, type Mail, type Mailbox, type QueuedMail } from '#app/backend/mail.ts'
import type { Database, OutboxRow, Writes } from '#app/backend/schema.ts'
import type { Log } from '#app/platform/log.ts'
import { withoutTyped } from '#app/platform/redact.ts'

/** How often an idle worker looks; what is enqueued here wakes it at once. */
const POLL_MS = 2_000
/** No delivery takes longer (mail.ts); after it a message of a killed worker is anyone’s again. */
const CLAIM_MS = 7 * 60_000
/** Waits after the server could not be reached: doubled each time. */
const UNREACHABLE_MS: Waits = { first: 1_000, longest: 30_000 }
/** Waits after the server refused user and password. A few in ten minutes are taken for somebody who guesses. */
const BAD_LOGIN_MS: Waits = { first: 60_000, longest: 30 * 60_000 }
/** Waits after the server refused this one message, or hung up once it had it. */
const REFUSED_MS: Waits = { first: 5_000, longest: 30 * 60_000 }

/** A message that the server refuses for good is tried for so long: what is wrong may be the server, and be mended after a weekend. */
const REFUSED_FOR_GOOD_MS = 3 * 86_400_000
/** Nearly as often as it is tried in that time: by fewer tries, not it has waited, but the clock has jumped or nothing ran. */
const REFUSED_FOR_GOOD_TRIES = 100

/** Milliseconds: doubled at each failure up to the longest. */
type Waits = { first: number; longest: number }

/** Puts a message into the outbox, in the caller’s transaction. */
export async function enqueue(tx: Writes, mail: Mail, { to, from, fromName }: Mailbox): Promise<void> {
  const id = randomUUID()
  const messageId = `<${id}@${from.split('@').at(-1)}>`
  const enqueuedAt = new Date().toISOString()
  const content: QueuedMail = {
    ...mail,
    to: mail.to ?? to,
    ...(!mail.to && { toStaff: true }),
    from,
    fromName,
    messageId,
    date: enqueuedAt,
  }
  await tx
    .insertInto('outbox')
    .values({
      id,
      messageId,
      enqueuedAt,
      content: JSON.stringify(content),
      attempts: 0,
      nextAttemptAt: 0,
      claimedUntil: 0,
      sentAt: null,
      lastError: null,
    })
    .execute()
}

/**
 * Brings what waits to the addresses of `mailbox`, for it may be the old ones that kept it waiting. Who had it already gets it
 * no more.
 */
export async function readdress(db: Database, { to, from, fromName }: Mailbox): Promise<void> {
  const rows = await db.selectFrom('outbox').select(['id', 'content']).where('sentAt', 'is', null).execute()
  for (const { id, content } of rows) {
    const mail = JSON.parse(content ?? '{}') as QueuedMail
    const left = mail.left && to.filter((each) => mail.left?.includes(each) || !mail.to.includes(each))
    const now = JSON.stringify({ ...mail, from, fromName, ...(mail.toStaff && { to, left }) })
    if (now === content) continue
    const done = mail.toStaff && left?.length === 0
    await db
      .updateTable('outbox')
      .set(
        done
          ? { sentAt: new Date().toISOString(), content: null, lastError: null }
          : { content: now, nextAttemptAt: 0 },
      )
      .where('id', '=', id)
      .where('sentAt', 'is', null)
      .execute()
  }
}

type Round = 'sent' | 'refused' | 'unreachable' | 'badLogin' | 'nothing'

/**
 * Delivers what is in the outbox, oldest first, each message at least once: it is marked as sent only after the server took it.
 * One that the server refuses for good is given up after three days, or, where others had it, for who is left at once;
 * all else is never given up. Several workers on one database share the work.
 */
export class OutboxWorker {
  readonly #db: Database
  readonly #deliver: Deliver
  readonly #log: Log
  readonly #waits: { unreachable: Waits; badLogin: Waits; refused: Waits }
  #stopping = false
  /** How often the server took nothing at all since it last had to do with a message. */
  #failures = { unreachable: 0, badLogin: 0 }
  #isPausing = false
  #woken = false
  #wake = () => {}
  #running: Promise<void> = Promise.resolve()

  constructor(
    db: Database,
    deliver: Deliver,
    log: Log,
    waits = { unreachable: UNREACHABLE_MS, badLogin: BAD_LOGIN_MS, refused: REFUSED_MS },
  ) {
    this.#waits = waits
    this.#db = db
    this.#deliver = deliver
    this.#log = log
  }

  /** `alone`: no other worker shares this database, so a claim is left over from a killed one. */
  start({ alone }: { alone: boolean }): void {
    this.#running = this.#run(alone)
  }

  /** There is something new. A pause because of an unreachable server goes on. */
  wake(): void {
    if (this.#isPausing) return
    this.#woken = true
    this.#wake()
  }

  /** Resolves when the delivery under way has ended. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#wake()
    await this.#running
  }

  async #run(alone: boolean): Promise<void> {
    let released = !alone
    while (!this.#stopping) {
      let round: Round = 'nothing'
      try {
        if (!released) {
          await this.#db.updateTable('outbox').set({ claimedUntil: 0 }).where('sentAt', 'is', null).execute()
          released = true
        }
        round = await this.#deliverNext()
      } catch (error) {
        this.#log('error', 'the outbox can’t be read', { error: String(error) })
      }
      if (round === 'unreachable' || round === 'badLogin') {
        this.#failures[round]++
        this.#woken = false
        this.#isPausing = true
        await this.#sleep(backOff(this.#waits[round], this.#failures[round]))
        this.#isPausing = false
      } else if (round === 'nothing') await this.#sleep(POLL_MS)
      // Not after a look at which another worker has it all, nor after the other failure: who is locked out can’t connect.
      else this.#failures = { unreachable: 0, badLogin: 0 }
    }
  }

  async #deliverNext(): Promise<Round> {
    const row = await this.#claim()
    if (!row?.content) return 'nothing'
    const mail = JSON.parse(row.content) as QueuedMail
    const detail = { messageId: row.messageId, attempts: row.attempts, id: mail.tellsOf }
    try {
      await this.#deliver(mail)
    } catch (error) {
      // A server that looks into a message may say back whom its subject names.
      const message = withoutTyped([mail.replyTo?.name ?? '', mail.about ?? ''])((error as Error).message)
      const { refused = true, left, forGood, badLogin } = error instanceof DeliveryError ? error : {}
      const wait = refused ? backOff(this.#waits.refused, row.attempts) : 0
      const waited = Date.now() - Date.parse(row.enqueuedAt)
      const longEnough = waited > REFUSED_FOR_GOOD_MS && row.attempts >= REFUSED_FOR_GOOD_TRIES
      const givenUp = forGood && ((left ?? mail.left) !== undefined || longEnough)
      await this.#db
        .updateTable('outbox')
        .set({
          claimedUntil: 0,
          nextAttemptAt: refused ? Date.now() + wait : 0,
          ...(left && { content: JSON.stringify({ ...mail, left }) }),
          ...(givenUp && { content: null, sentAt: new Date().toISOString() }),
          lastError: maskText(message).slice(0, 500),
        })
        .where('id', '=', row.id)
        .execute()
      const what = givenUp ? 'mail given up' : 'mail not delivered, to be tried again'
      this.#log(refused || badLogin ? 'error' : 'warn', what, { ...detail, error: message })
      if (badLogin) return 'badLogin'
      return refused ? 'refused' : 'unreachable'
    }
    await this.#db
      .updateTable('outbox')
      .set({ sentAt: new Date().toISOString(), content: null, lastError: null, claimedUntil: 0 })
      .where('id', '=', row.id)
      .execute()
    return 'sent'
  }

  /**
   * Takes the next message that is due. Times twice as far away as any wait come from a clock that was set back: due. Just
   * beyond a wait is what another worker has claimed since this one looked at its clock.
   */
  async #claim(): Promise<OutboxRow | undefined> {
    const now = Date.now()
    const row = await this.#db
      .selectFrom('outbox')
      .selectAll()
      .where('sentAt', 'is', null)
      .where((is) =>
        is.or([
          is('nextAttemptAt', '<=', now),
          is('nextAttemptAt', '>', now + 2 * this.#waits.refused.longest),
        ]),
      )
      .where((is) => is.or([is('claimedUntil', '<=', now), is('claimedUntil', '>', now + 2 * CLAIM_MS)]))
      // One at which the server hangs up looks like a server that is down; tried least comes first, so it holds up no other.
      .orderBy('attempts')
      .orderBy('enqueuedAt')
      .limit(1)
      .executeTakeFirst()
    if (!row) return undefined
    const { numUpdatedRows } = await this.#db
      .updateTable('outbox')
      .set({ claimedUntil: now + CLAIM_MS, attempts: row.attempts + 1 })
      .where('id', '=', row.id)
      .where('sentAt', 'is', null)
      .where('claimedUntil', '=', row.claimedUntil)
      .executeTakeFirst()
    // Another worker was quicker: look again.
    return numUpdatedRows === 1n ? { ...row, attempts: row.attempts + 1 } : this.#claim()
  }

  #sleep(ms: number): Promise<void> {
    // What was enqueued while the worker looked must not wait for the next look.
    const woken = this.#woken
    this.#woken = false
    if (this.#stopping || woken) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/**
 * Doubled at each failure, with up to a fifth of chance on top, so that several workers don’t knock together. Whole
 * milliseconds: PostgreSQL’s bigint takes no others.
 */
function backOff({ first, longest }: Waits, failures: number): number {
  return Math.round(Math.min(longest, first * 2 ** (failures - 1)) * (1 + Math.random() / 5))
}
