import type { Purchases } from '#app/checkout/purchases.server.ts'
import type { Content } from '#app/content/content.server.ts'
import { askFigures } from '#app/host/figures.server.ts'
import type { Metrics } from '#app/server/observability/metrics.ts'

type Watched = {
  content: Content
  purchases: Purchases
  /** Undefined where `<host>` is somebody else's, who has figures of their own. */
  embeddedHost: { hostUrl: string; evidenceSecret: string } | undefined
}

/** Figures of the parts that the site lives from, read when somebody asks for them. */
export function showFigures(metrics: Metrics, { content, purchases, embeddedHost }: Watched): void {
  metrics.gauge(
    'purchases_unrecorded',
    'Purchases on disk that <host> has not recorded yet.',
    () => purchases.open().length,
  )
  metrics.gauge('content_live', 'Whether the lake is followed: 1 or 0.', () => Number(content.isLive()))
  const revisionAge = metrics.labelled(
    'content_revision_age_seconds',
    'Since when the newest document that is served has been published.',
  )
  metrics.before(async () => {
    const newest = await content.revisions().then(
      (all) => Math.max(...all.map(({ _updatedAt }) => Date.parse(_updatedAt))),
      () => Number.NEGATIVE_INFINITY,
    )
    if (Number.isFinite(newest)) revisionAge.set(Math.max(0, (Date.now() - newest) / 1_000))
  })

  if (!embeddedHost) return
  const up = metrics.labelled('host_up', 'Whether the embedded host answers: 1 or 0.')
  const waiting = metrics.labelled('outbox_waiting_mails', 'Mails that were not handed over yet.')
  const oldest = metrics.labelled('outbox_oldest_seconds', 'How long the first of them has waited.')
  const givenUp = metrics.labelled(
    'outbox_given_up_mails',
    'Mails that the mail server refused for good, for one address at least.',
  )
  const orders = metrics.labelled('payment_orders', 'Orders at the host, by state.', ['state'])
  const recorded = metrics.labelled('purchases_recorded', 'Purchases that the host has recorded.')
  metrics.before(async () => {
    const figures = await askFigures(embeddedHost.hostUrl, embeddedHost.evidenceSecret)
    up.set(Number(figures !== undefined))
    if (!figures) return // what was true last is shown on; host_up says so
    waiting.set(figures.mailsWaiting)
    oldest.set(figures.oldestMailSeconds)
    givenUp.set(figures.mailsGivenUp)
    recorded.set(figures.purchasesRecorded)
    orders.reset()
    for (const [state, count] of Object.entries(figures.orders)) orders.set({ state }, count)
  })
}
