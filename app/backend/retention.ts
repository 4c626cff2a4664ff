import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { truncateWal } from '#app/backend/database/database.ts'
import type { Database } from '#app/backend/database/schema.ts'
import { deleteExpiredKeys } from '#app/backend/http/idempotency-key.ts'
import { deleteOldNetworks } from '#app/backend/reviews/reviews.ts'
import type { Log } from '#app/platform/log.ts'

const INTERVAL_MS = 6 * 3_600_000
const DAY_MS = 86_400_000
/** A clock this far ahead of the last run may be wrong, and a removal is final. */
const UNLIKELY_MS = 40 * DAY_MS
const HOLD_MS = DAY_MS

type Parts = {
  db: Database
  /** How long an enquiry is stored. */
  days: number
  mailFolder: string
  log: Log
}

/** Removes old data now and every 6 hours. Returns a function that stops it. */
export function startRetention(parts: Parts): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = removeOld(parts).catch((error) =>
      parts.log('error', 'retention: old enquiries could not be removed', { error: String(error) }),
    )
  }
  run()
  const timer = setInterval(run, INTERVAL_MS).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Removes enquiries, sent mails and `.eml` files older than `days`. Consents, reviews and orders stay. */
export async function removeOld({ db, days, mailFolder, log }: Parts): Promise<void> {
  const now = Date.now()
  await deleteExpiredKeys(db, now)
  await deleteOldNetworks(db, now)
  if (await clockJumped(db, now)) {
    log('warn', 'retention: the clock is weeks ahead of the last run; nothing is removed for a day')
    return
  }
  const before = new Date(now - days * DAY_MS).toISOString()
  const { numDeletedRows } = await db
    .deleteFrom('enquiries')
    .where('receivedAt', '<', before)
    .executeTakeFirstOrThrow()
  const enquiries = Number(numDeletedRows)
  // A waiting mail may be the only copy of its enquiry, so it stays until it is delivered.
  await db.deleteFrom('outbox').where('sentAt', '<', before).execute()
  const names = await readdir(mailFolder).catch(() => [])
  const old = names.filter((name) => name.endsWith('.eml') && name < before.replaceAll(':', '-'))
  for (const name of old) await rm(join(mailFolder, name), { force: true })
  if (enquiries > 0) await truncateWal(db)
  if (enquiries > 0 || old.length > 0)
    log('info', 'retention: removed enquiries and mails older than RETENTION_DAYS', {
      before,
      enquiries,
      mails: old.length,
    })
}

/** Stores the time of this run. Returns true for a day after the clock has jumped weeks ahead. */
async function clockJumped(db: Database, now: number): Promise<boolean> {
  const key = 'retention'
  const row = await db.selectFrom('hostState').select('value').where('key', '=', key).executeTakeFirst()
  let { seen, heldUntil }: { seen: number; heldUntil: number } = row
    ? JSON.parse(row.value)
    : { seen: now, heldUntil: 0 }
  if (now - seen > UNLIKELY_MS) heldUntil = now + HOLD_MS
  else if (heldUntil > now + HOLD_MS) heldUntil = 0 // the clock was set right
  const value = JSON.stringify({ seen: now, heldUntil })
  await db
    .insertInto('hostState')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return now < heldUntil
}
