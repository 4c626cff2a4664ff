import type { Database } from '#app/backend/database/schema.ts'

/** The site reads it for Prometheus (app/host/metrics.server.ts). */
export const METRICS_PATH = '/api/metrics'

/** Reads the metrics from the backend's database. */
export async function readMetrics(db: Database) {
  const count = db.fn.countAll<number>().as('count')
  const waiting = await db
    .selectFrom('outbox')
    .where('sentAt', 'is', null)
    .select(({ fn }) => [count, fn.min('enqueuedAt').as('oldest')])
    .executeTakeFirstOrThrow()
  const givenUp = await db
    .selectFrom('outbox')
    .where('sentAt', 'is not', null)
    .where('lastError', 'is not', null)
    .select(count)
    .executeTakeFirstOrThrow()
  const orders = await db.selectFrom('paymentOrders').groupBy('state').select(['state', count]).execute()
  const recorded = await db.selectFrom('purchases').select(count).executeTakeFirstOrThrow()
  return {
    mailsWaiting: waiting.count,
    oldestMailSeconds: waiting.oldest ? Math.max(0, (Date.now() - Date.parse(waiting.oldest)) / 1_000) : 0,
    mailsGivenUp: givenUp.count,
    orders: Object.fromEntries(orders.map(({ state, count }) => [state, count])),
    purchasesRecorded: recorded.count,
  }
}
