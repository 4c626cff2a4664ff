import type { Database } from '#app/backend/schema.ts'
import type { HostFigures } from '#app/host/metrics.server.ts'

/** What an operator watches in the host's database. */
export async function readFigures(db: Database): Promise<HostFigures> {
  const outbox = await db
    .selectFrom('outbox')
    .where('sentAt', 'is', null)
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('enqueuedAt').as('oldest')])
    .executeTakeFirstOrThrow()
  const givenUp = await db
    .selectFrom('outbox')
    .where('sentAt', 'is not', null)
    .where('lastError', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const orders = await db
    .selectFrom('paymentOrders')
    .groupBy('state')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .execute()
  const recorded = await db
    .selectFrom('purchases')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return {
    mailsWaiting: Number(outbox.waiting),
    oldestMailSeconds: outbox.oldest ? Math.max(0, (Date.now() - Date.parse(outbox.oldest)) / 1_000) : 0,
    mailsGivenUp: Number(givenUp.count),
    orders: Object.fromEntries(orders.map(({ state, count }) => [state, Number(count)])),
    purchasesRecorded: Number(recorded.count),
  }
}
