import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { PaymentOrderRow } from '#app/backend/payments/rows.ts'
import type { Database } from '#app/backend/schema.ts'

/** Longer than one process may speak with PayPal about an order; after it a killed one's lease is anyone's. */
const LEASE_MS = 8_000
const LOOK_AGAIN_MS = 100

/**
 * Runs `work` while no other process works on this order. A row's lease, not a database lock: asking PayPal takes seconds,
 * and neither SQLite's only connection nor one of PostgreSQL's may be held that long.
 * Returns undefined when the lease could not be had before `deadline` (ms, performance.now’s).
 */
export async function withLease<T>(
  db: Database,
  orderId: string,
  deadline: number,
  work: (order: PaymentOrderRow) => Promise<T>,
): Promise<T | undefined> {
  const holder = randomUUID()
  for (;;) {
    const now = Date.now()
    const taken = await db
      .updateTable('paymentOrders')
      .set({ leaseUntil: now + LEASE_MS, leaseHolder: holder })
      .where('id', '=', orderId)
      // Twice as far away as any lease: from a clock that was set back. Just beyond one: had since `now`.
      .where((is) => is.or([is('leaseUntil', '<=', now), is('leaseUntil', '>', now + 2 * LEASE_MS)]))
      .returningAll()
      .executeTakeFirst()
    if (taken) {
      try {
        return await work(taken)
      } finally {
        await db
          .updateTable('paymentOrders')
          .set({ leaseUntil: 0, leaseHolder: null })
          .where('id', '=', orderId)
          .where('leaseHolder', '=', holder)
          .execute()
      }
    }
    if (performance.now() + LOOK_AGAIN_MS > deadline) return undefined
    await delay(LOOK_AGAIN_MS)
  }
}

/** At the start of the only process on a database: what a killed one held is free. */
export async function freeLeases(db: Database): Promise<void> {
  await db
    .updateTable('paymentOrders')
    .set({ leaseUntil: 0, leaseHolder: null })
    .where('leaseUntil', '>', 0)
    .execute()
}
