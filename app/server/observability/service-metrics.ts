import type { Purchases } from '#app/checkout/purchases.server.ts'
import type { Content } from '#app/content/content.server.ts'
import { fetchBackendMetrics } from '#app/host/metrics.server.ts'
import type { Metrics } from '#app/server/observability/metrics.ts'

type Sources = {
  content: Content
  purchases: Purchases
  /** Undefined for an external backend. */
  embeddedHost: { hostUrl: string; evidenceSecret: string } | undefined
}

/** Registers metrics of the content, the purchases and the backend. They are read at each scrape. */
export function registerServiceMetrics(
  metrics: Metrics,
  { content, purchases, embeddedHost }: Sources,
): void {
  metrics.gauge(
    'purchases_unrecorded',
    'Purchases on disk that the backend has not recorded yet.',
    () => purchases.open().length,
  )
  metrics.gauge('content_live', '1 while the lake’s event stream is connected, else 0.', () =>
    Number(content.isLive()),
  )
  const revisionAge = metrics.labelled(
    'content_revision_age_seconds',
    'Age of the newest published document.',
  )
  metrics.beforeScrape(async () => {
    const newest = await content.revisions().then(
      (all) => Math.max(...all.map(({ _updatedAt }) => Date.parse(_updatedAt))),
      () => Number.NEGATIVE_INFINITY,
    )
    if (Number.isFinite(newest)) revisionAge.set(Math.max(0, (Date.now() - newest) / 1_000))
  })

  if (!embeddedHost) return
  const up = metrics.labelled('host_up', '1 if the embedded backend answers, else 0.')
  const waiting = metrics.labelled('outbox_waiting_mails', 'Mails that are not sent yet.')
  const oldest = metrics.labelled('outbox_oldest_seconds', 'Age of the oldest mail that is not sent yet.')
  const givenUp = metrics.labelled(
    'outbox_given_up_mails',
    'Mails that the mail server rejected permanently for at least one address.',
  )
  const orders = metrics.labelled('payment_orders', 'Orders at the backend, by state.', ['state'])
  const recorded = metrics.labelled('purchases_recorded', 'Purchases that the backend has recorded.')
  metrics.beforeScrape(async () => {
    const read = await fetchBackendMetrics(embeddedHost.hostUrl, embeddedHost.evidenceSecret)
    up.set(Number(read !== undefined))
    if (!read) return // keep the last values; host_up is 0
    waiting.set(read.mailsWaiting)
    oldest.set(read.oldestMailSeconds)
    givenUp.set(read.mailsGivenUp)
    recorded.set(read.purchasesRecorded)
    orders.reset()
    for (const [state, count] of Object.entries(read.orders)) orders.set({ state }, count)
  })
}
