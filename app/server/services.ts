import { setTimeout as pause } from 'node:timers/promises'
import { PAGE_QUERIES } from '#app/blocks/query.ts'
import { Orders } from '#app/checkout/orders.server.ts'
import type { PaymentSetup } from '#app/checkout/payment-setup.ts'
import { payPalHosts } from '#app/checkout/paypal-hosts.ts'
import { openPurchases } from '#app/checkout/purchases.server.ts'
import { createCheckoutSession } from '#app/checkout/session.server.ts'
import { openConsents } from '#app/contact/consents.server.ts'
import { startContent } from '#app/content/content.server.ts'
import { SANITY_CDN } from '#app/content/media.ts'
import { createRevisions } from '#app/content/revisions.server.ts'
import { createHost } from '#app/host/client.server.ts'
import type { Env } from '#app/platform/environment.server.ts'
import { hostSecret, sessionSecret } from '#app/platform/secret.server.ts'
import { createSerialQueue } from '#app/platform/serial-queue.ts'
import { createPreviews } from '#app/preview/preview.server.ts'
import { createReviewFeed } from '#app/reviews/feed.server.ts'
import { createSiteSearch } from '#app/search/site-search.server.ts'
import { createShareCards } from '#app/seo/share-cards.server.ts'
import type { Services } from '#app/server/load-context.ts'
import { log } from '#app/server/log.ts'
import type { Metrics } from '#app/server/observability/metrics.ts'
import { registerServiceMetrics } from '#app/server/observability/service-metrics.ts'
import { createStaff } from '#app/staff/staff.server.ts'

/** The script of the test payments, relayed from the embedded backend. */
const TEST_PAYMENTS_SDK = '/test-payments/sdk/js'

/** How long the start waits for the reviews after the content has loaded. */
const FIRST_REVIEWS_MS = 500

/** Connects the site to the lake and the backend. The site starts even if neither answers. */
export async function startServices(
  env: Env,
  metrics: Metrics,
): Promise<{ services: Services; stop(): void }> {
  const consents = openConsents(env.DATA_DIR)
  const { hostUrl } = env
  const evidenceSecret = env.embeddedHost ? (env.HOST_SECRET ?? hostSecret(env.DATA_DIR)) : undefined
  const secret = sessionSecret(env)
  const host = createHost({
    hostUrl,
    reviewsHostUrl: env.REVIEWS_HOST_URL,
    observe: metrics.hostCall,
    evidenceSecret,
    submissionSecret: secret,
    log,
  })
  const reviews = createReviewFeed(host, log)
  // The first page should include the reviews, and not be rendered again when they arrive.
  const firstReviews = reviews.fresh({}).catch(() => {})
  const { content, articles, stop } = await startContent(env, log, PAGE_QUERIES, metrics.lakeRequest)
  await Promise.race([firstReviews, pause(FIRST_REVIEWS_MS, undefined, { ref: false })])
  const purchases = openPurchases(env.DATA_DIR)
  const orders = new Orders({ host, content, purchases, log })
  orders.startRetrying()
  const embeddedHost = evidenceSecret ? { hostUrl, evidenceSecret } : undefined
  registerServiceMetrics(metrics, { content, purchases, embeddedHost })
  const checkout = createCheckoutSession(secret, env.SITE_URL.startsWith('https:'))
  const shareCards = createShareCards({
    content,
    dataDir: env.DATA_DIR,
    lakeOrigin: `http://localhost:${env.STUDIO_PORT}`,
    log,
  })
  const runSerially = createSerialQueue()
  const previews = createPreviews(env, secret)
  if (!env.localLake && previews.missingSetting()) log('warn', `preview is off: ${previews.missingSetting()}`)
  return {
    services: {
      content,
      previews,
      staff: createStaff(env, { host, secret, log }),
      revisionOf: createRevisions(content),
      host,
      reviews,
      consents,
      checkout,
      orders,
      paymentSetup: paymentSetupOf(env),
      payPal: payPalHosts(env.PAYPAL_ENV),
      shareCards,
      runSerially,
      search: createSiteSearch(content, articles, runSerially),
      siteUrl: env.SITE_URL,
      imageCdn: env.localLake ? undefined : SANITY_CDN,
      countBot: metrics.bot,
      log,
    },
    stop() {
      stop()
      orders.stop()
      purchases.close()
      consents.close()
    },
  }
}

function paymentSetupOf(env: Env): PaymentSetup {
  if (env.PAYPAL_CLIENT_ID) return { kind: 'paypal', clientId: env.PAYPAL_CLIENT_ID }
  if (env.embeddedHost) return { kind: 'sandbox', clientId: 'test', sdkBaseUrl: TEST_PAYMENTS_SDK }
  log('warn', 'checkout: online payment is off: HOST_URL is set and PAYPAL_CLIENT_ID is not')
  return { kind: 'none' }
}
