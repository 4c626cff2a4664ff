import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { truncateWal } from '#app/backend/database.ts'
import { forgetNetworks } from '#app/backend/reviews.ts'
import type { Database } from '#app/backend/schema.ts'
import { forgetSubmissions } from '#app/backend/submissions.ts'
import type { Log } from '#app/platform/log.ts'

/** In DATA_DIR: mails that no server took. */
export const MAIL_FOLDER = 'mail'

const LOOK_MS = 6 * 3_600_000
const DAY_MS = 86_400_000
/** A clock that is so far ahead of the last look is not believed at once: what is removed does not come back. */
const UNLIKELY_MS = 40 * DAY_MS
const HOLD_MS = DAY_MS
const STATE = 'retention'

type Parts = {
  db: Database
  /** How long an enquiry is kept. */
  days: number
  /** Where mails lie that no server took. */
  mailFolder: string
  log: Log
}
type State = { seen: number; heldUntil: number }

/** Removes what is older than it may be, now and every 6 hours. Returns the way to stop it. */
export function startRetention(parts: Parts): () => Promise<void> {
  const { log } = parts
  let running: Promise<unknown> = Promise.resolve()
  const look = () => {
    running = removeOld(parts).catch((error) =>
      log('error', 'retention: old enquiries could not be removed', { error: String(error) }),
    )
  }
  look()
  const timer = setInterval(look, LOOK_MS).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/**
 * Removes enquiries, the traces of their mails, and kept mails that are older than `days`. Consents (evidence), reviews
 * (published) and orders with their purchases (bookkeeping) stay; questions to the assistant are never kept.
 */
export async function removeOld({ db, days, mailFolder, log }: Parts): Promise<void> {
  const at = Date.now()
  await forgetSubmissions(db, at)
  await forgetNetworks(db, at)
  if (await isHeld(db, at, log)) return
  const before = new Date(at - days * DAY_MS).toISOString()
  const enquiries = await db.deleteFrom('enquiries').where('receivedAt', '<', before).executeTakeFirst()
  // A mail that still waits is the only trace of what it tells: it stays until it is handed over.
  await db.deleteFrom('outbox').where('sentAt', '<', before).execute()
  const names = await readdir(mailFolder).catch(() => [] as string[])
  const old = names.filter((name) => name.endsWith('.eml') && name < before.replaceAll(':', '-'))
  for (const name of old) await rm(join(mailFolder, name), { force: true })
  const removed = Number(enquiries.numDeletedRows)
  if (removed > 0) await truncateWal(db)
  if (removed > 0 || old.length > 0)
    log('info', 'retention: removed what is older than it may be', {
      before,
      enquiries: removed,
      mails: old.length,
    })
}

async function isHeld(db: Database, at: number, log: Log): Promise<boolean> {
  const row = await db.selectFrom('hostState').select('value').where('key', '=', STATE).executeTakeFirst()
  const { seen, heldUntil }: State = row ? JSON.parse(row.value) : { seen: at, heldUntil: 0 }
  const jumped = at - seen > UNLIKELY_MS
  const state: State = { seen: at, heldUntil: jumped ? at + HOLD_MS : heldUntil }
  const value = JSON.stringify(state)
  await db
    .insertInto('hostState')
    .values({ key: STATE, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  // Further away than any hold: from before the clock was set back.
  const held = at < state.heldUntil && state.heldUntil <= at + HOLD_MS
  if (held)
    log('warn', 'retention: the clock is weeks ahead of the last look; nothing is removed for a day', {
      lastLook: new Date(seen).toISOString(),
      until: new Date(state.heldUntil).toISOString(),
    })
  return held
}
