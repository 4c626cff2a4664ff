import type { Purchase } from '#app/host/client.server.ts'
import { openSiteDatabase } from '#app/platform/database-file.server.ts'

/**
 * - `capturing`: the capture was requested, and its result is not known
 * - `captured`: the money was received, and the purchase has to be recorded
 * - `refused`: the money was received, and `<host>` refused to record the purchase (see `npm run reconcile`)
 * - `recorded`: done
 */
type PurchaseState = 'capturing' | 'captured' | 'refused' | 'recorded'
/** `error`: the last failure, as a text of `<host>` or of the site. */
export type PurchaseEntry = {
  state: PurchaseState
  purchase: Purchase
  tries: number
  error: string | null
  dueAt: number
  /** ISO timestamp of the last change. */
  changedAt: string
}
/** `orderId` is the order id of `<host>`. */
type OpenPurchase = Pick<PurchaseEntry, 'tries' | 'error'> & {
  key: string
  orderId: string
  state: Exclude<PurchaseState, 'recorded'>
  begunAt: string
  buyer: string
}

export type Purchases = ReturnType<typeof openPurchases>

/** The journal's file in DATA_DIR. */
export const PURCHASES_FILE = 'purchases.sqlite'
/** `order_id` is the order's key. In rows of earlier releases it is the order id of `<host>`. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS purchase (
    order_id TEXT PRIMARY KEY, state TEXT NOT NULL, purchase TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL, error TEXT, begun_at TEXT NOT NULL, changed_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS purchase_due ON purchase (state, due_at);`
/** The delay doubles with each retry, up to the longest. */
const FIRST_RETRY_MS = 60_000
const LONGEST_RETRY_MS = 3_600_000

/**
 * The journal of purchases on the site's disk. It prevents the loss of a paid purchase between its capture and its recording
 * at `<host>`. Its methods write synchronously.
 */
export function openPurchases(dataDir: string) {
  const db = openSiteDatabase(dataDir, PURCHASES_FILE, TABLES)
  const select = db.prepare(
    'SELECT state, purchase, tries, error, due_at AS dueAt, changed_at AS changedAt FROM purchase WHERE order_id = ?',
  )
  const change = db.prepare(
    // Each state counts its own tries.
    'UPDATE purchase SET state = ?1, error = ?2, tries = iif(state = ?1, tries, 0) + ?3, due_at = ?4, changed_at = ?5 WHERE order_id = ?6',
  )
  const now = () => new Date().toISOString()
  const run = (sql: string, ...values: (string | number)[]): boolean =>
    db.prepare(sql).run(...values).changes > 0

  function setState(
    key: string,
    state: PurchaseState,
    error: string | null = null,
    tried = 0,
    inMs = FIRST_RETRY_MS,
  ) {
    change.run(state, error, tried, Date.now() + inMs, now(), key)
  }

  function get(key: string): PurchaseEntry | undefined {
    const row = select.get(key) as (Omit<PurchaseEntry, 'purchase'> & { purchase: string }) | undefined
    return row && { ...row, purchase: JSON.parse(row.purchase) }
  }

  function scheduleRetry(key: string, state: PurchaseState, error: string): void {
    const { tries, dueAt } = get(key) ?? { tries: 0, dueAt: 0 }
    const remainingMs = dueAt - Date.now()
    // The buyer's page also retries, every few seconds at first. It must not delay the site's own retry.
    const isEarly = state === 'capturing' && tries > 0 && remainingMs > 0 && remainingMs <= LONGEST_RETRY_MS
    if (isEarly) setState(key, state, error, 0, remainingMs)
    else setState(key, state, error, 1, Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS))
  }

  return {
    get,
    /** True if the capture of an order was requested. `id` is its key, or its order id at `<host>`. */
    has: (id: string): boolean =>
      db.prepare("SELECT 1 FROM purchase WHERE order_id = ?1 OR purchase ->> 'orderID' = ?1").get(id) !==
      undefined,
    /** The newest purchase of this plan by this buyer that is not recorded yet. */
    unfinished(purchase: Omit<Purchase, 'orderID' | 'packagePrice'>) {
      const sql = `SELECT order_id AS key, purchase FROM purchase
        WHERE state <> 'recorded' AND json_remove(purchase, '$.orderID', '$.packagePrice') = json(?)
        ORDER BY begun_at DESC LIMIT 1`
      const row = db.prepare(sql).get(JSON.stringify(purchase))
      return row && { key: String(row.key), purchase: JSON.parse(String(row.purchase)) as Purchase }
    },
    /** Adds a purchase before its capture is requested. */
    capturing: (purchase: Purchase, key = purchase.orderID): void =>
      void run(
        "INSERT INTO purchase (order_id, state, purchase, due_at, begun_at, changed_at) VALUES (?1, 'capturing', ?2, ?3, ?4, ?4) ON CONFLICT DO NOTHING",
        ...[key, JSON.stringify(purchase), Date.now() + FIRST_RETRY_MS, now()],
      ),
    /** Deletes a purchase of which nothing was captured. The buyer may try again. */
    notCaptured: (key: string): void =>
      void run("DELETE FROM purchase WHERE order_id = ? AND state = 'capturing'", key),
    captured: (key: string): void => setState(key, 'captured'),
    recorded: (key: string): void => setState(key, 'recorded', null, 1),
    /** `<host>` rejected the purchase. A retry would not help. */
    refused: (key: string, error: string): void => setState(key, 'refused', error, 1),
    /** `<host>` failed or didn't answer. The site retries later. */
    postponed: (key: string, error: string): void => scheduleRetry(key, 'captured', error),
    /** The result of the capture is still unknown. The site retries later. */
    unknown(key: string, error: string): void {
      // Meanwhile, an operator may have marked it as captured.
      if (get(key)?.state === 'capturing') scheduleRetry(key, 'capturing', error)
    },
    /** Makes an open or refused order due now. False if there is none. */
    retry: (key: string): boolean =>
      run(
        "UPDATE purchase SET state = iif(state = 'refused', 'captured', state), due_at = ?, changed_at = ? WHERE order_id = ? AND state <> 'recorded'",
        ...[Date.now(), now(), key],
      ),
    /** Marks an order as captured, as the operator has seen at PayPal. It is due now. False if there is none. */
    found: (key: string): boolean =>
      run(
        "UPDATE purchase SET state = 'captured', error = NULL, due_at = ?, changed_at = ? WHERE order_id = ? AND state = 'capturing'",
        ...[Date.now(), now(), key],
      ),
    /** Deletes an open order that was settled in another way. False if there is none. */
    strike: (key: string): boolean =>
      run("DELETE FROM purchase WHERE order_id = ? AND state <> 'recorded'", key),
    /** Keys of orders whose retry is due. A due time too far ahead means that the clock was set back. */
    due(): string[] {
      const sql =
        "SELECT order_id AS key FROM purchase WHERE state IN ('capturing', 'captured') AND (due_at <= ?1 OR due_at > ?1 + ?2) ORDER BY due_at LIMIT 20"
      return db
        .prepare(sql)
        .all(Date.now(), LONGEST_RETRY_MS)
        .map(({ key }) => String(key))
    },
    /** Every purchase that is not recorded yet, for the operator. */
    open(): OpenPurchase[] {
      const sql = `SELECT order_id AS key, purchase ->> 'orderID' AS orderId, state, tries, error, begun_at AS begunAt,
          concat_ws(' ', purchase ->> 'firstName', purchase ->> 'lastName', purchase ->> 'userEmail', purchase ->> 'phone') AS buyer
        FROM purchase WHERE state <> 'recorded' ORDER BY begun_at`
      return db.prepare(sql).all() as OpenPurchase[]
    },
    close: () => db.close(),
  }
}
