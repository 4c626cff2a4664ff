import type { Purchase } from '#app/host/client.server.ts'
import { openSiteDatabase } from '#app/platform/database-file.server.ts'

/**
 * - `capturing`: the capture was asked for and its answer is not known yet
 * - `captured`: the money was received and the purchase is to be recorded
 * - `refused`: the money was received and `<host>` refused to record it; for the reconcile command
 * - `recorded`: done
 */
type PurchaseState = 'capturing' | 'captured' | 'refused' | 'recorded'
type KeptPurchase = {
  state: PurchaseState
  purchase: Purchase
  tries: number
  error: string | null
  dueAt: number
}

export type Purchases = ReturnType<typeof openPurchases>

/** In DATA_DIR. */
export const PURCHASES_FILE = 'purchases.sqlite'
const TABLES = `
  CREATE TABLE IF NOT EXISTS purchase (
    order_id TEXT PRIMARY KEY, state TEXT NOT NULL, purchase TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL, error TEXT, begun_at TEXT NOT NULL, changed_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS purchase_due ON purchase (state, due_at);`
/** The first repetition; each next one waits twice as long, up to an hour. */
const FIRST_REPEAT_MS = 60_000
const LONGEST_REPEAT_MS = 3_600_000

/**
 * Purchases on the site's disk, from before the capture until `<host>` has recorded them, so that none that was paid is
 * lost, whatever falls. A method that returned has written.
 */
export function openPurchases(dataDir: string) {
  const db = openSiteDatabase(dataDir, PURCHASES_FILE, TABLES)
  const select = db.prepare(
    'SELECT state, purchase, tries, error, due_at AS dueAt FROM purchase WHERE order_id = ?',
  )
  const begin = db.prepare(
    "INSERT INTO purchase (order_id, state, purchase, due_at, begun_at, changed_at) VALUES (?, 'capturing', ?, ?, ?, ?) ON CONFLICT (order_id) DO NOTHING",
  )
  const change = db.prepare(
    // What was tried in the state before made nothing of this one wait: a capture may have been asked about for days.
    'UPDATE purchase SET state = ?1, error = ?2, tries = iif(state = ?1, tries, 0) + ?3, due_at = ?4, changed_at = ?5 WHERE order_id = ?6',
  )
  const forget = db.prepare("DELETE FROM purchase WHERE order_id = ? AND state = 'capturing'")
  const due = db.prepare(
    "SELECT order_id AS orderId FROM purchase WHERE state IN ('capturing', 'captured') AND (due_at <= ?1 OR due_at > ?1 + ?2) ORDER BY due_at LIMIT 20",
  )
  const again = db.prepare(
    "UPDATE purchase SET state = CASE state WHEN 'refused' THEN 'captured' ELSE state END, due_at = ?, changed_at = ? WHERE order_id = ? AND state <> 'recorded'",
  )
  const taken = db.prepare(
    "UPDATE purchase SET state = 'captured', due_at = ?, changed_at = ? WHERE order_id = ? AND state = 'capturing'",
  )
  const strike = db.prepare("DELETE FROM purchase WHERE order_id = ? AND state <> 'recorded'")
  const open = db.prepare(
    `SELECT order_id AS orderId, state, tries, error, begun_at AS begunAt,
       concat_ws(' ', purchase ->> 'firstName', purchase ->> 'lastName', purchase ->> 'userEmail', purchase ->> 'phone') AS buyer
     FROM purchase WHERE state <> 'recorded' ORDER BY begun_at`,
  )

  const to = (
    orderId: string,
    state: PurchaseState,
    {
      error = null,
      tried = 0,
      inMs = FIRST_REPEAT_MS,
    }: { error?: string | null; tried?: 0 | 1; inMs?: number } = {},
  ) => void change.run(state, error, tried, Date.now() + inMs, new Date().toISOString(), orderId)

  function get(orderId: string): KeptPurchase | undefined {
    const row = select.get(orderId) as (Omit<KeptPurchase, 'purchase'> & { purchase: string }) | undefined
    return row && { ...row, purchase: JSON.parse(row.purchase) }
  }

  function later(orderId: string, state: PurchaseState, error: string): void {
    const { tries, dueAt } = get(orderId) ?? { tries: 0, dueAt: 0 }
    const left = dueAt - Date.now()
    // The buyer's page asks too, every few seconds at first: the site's own next question stays when it was to come.
    const isAskedBetween = state === 'capturing' && tries > 0 && left > 0 && left <= LONGEST_REPEAT_MS
    if (isAskedBetween) to(orderId, state, { error, inMs: left })
    else
      to(orderId, state, { error, tried: 1, inMs: Math.min(FIRST_REPEAT_MS * 2 ** tries, LONGEST_REPEAT_MS) })
  }

  return {
    get,
    /** Before the capture is asked for. `orderId`: another name for it where an earlier order had the same id. */
    capturing(purchase: Purchase, orderId = purchase.orderID): void {
      const now = new Date().toISOString()
      begin.run(orderId, JSON.stringify(purchase), Date.now() + FIRST_REPEAT_MS, now, now)
    },
    /** Nothing was captured: the buyer may try again. */
    notCaptured: (orderId: string): void => void forget.run(orderId),
    captured: (orderId: string): void => to(orderId, 'captured'),
    recorded: (orderId: string): void => to(orderId, 'recorded', { tried: 1 }),
    /** `<host>` said no: repeating would not help. */
    refused: (orderId: string, error: string): void => to(orderId, 'refused', { error, tried: 1 }),
    /** `<host>` didn't answer, or failed: repeated in the background. */
    postponed: (orderId: string, error: string): void => later(orderId, 'captured', error),
    /** What is not known stays so, and is looked at again later. */
    unknown: (orderId: string, error: string): void => later(orderId, 'capturing', error),
    /** Makes an open order due now, a refused one too. False where there is none. */
    retry: (orderId: string): boolean => again.run(Date.now(), new Date().toISOString(), orderId).changes > 0,
    /** One whose capture has no answer was captured, as PayPal says: to be recorded now. False where there is none. */
    found: (orderId: string): boolean => taken.run(Date.now(), new Date().toISOString(), orderId).changes > 0,
    /** Forgets an open order that was settled otherwise. False where there is none. */
    strike: (orderId: string): boolean => strike.run(orderId).changes > 0,
    /** Orders whose next repetition is due now: also one that waits longer than any, from before the clock was set back. */
    due: (): string[] =>
      (due.all(Date.now(), LONGEST_REPEAT_MS) as { orderId: string }[]).map(({ orderId }) => orderId),
    /** Everything that is not recorded yet, for the reconcile command. */
    open: () =>
      open.all() as {
        orderId: string
        state: Exclude<PurchaseState, 'recorded'>
        tries: number
        error: string | null
        begunAt: string
        buyer: string
      }[],
    close: () => db.close(),
  }
}
