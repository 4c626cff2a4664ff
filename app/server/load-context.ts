import '@remix-run/server-runtime'
import type { Orders } from '#app/checkout/orders.server.ts'
import type { PaymentSetup } from '#app/checkout/payment-setup.ts'
import type { PayPalHosts } from '#app/checkout/paypal-hosts.ts'
import type { CheckoutSession } from '#app/checkout/session.server.ts'
import type { Consents } from '#app/contact/consents.server.ts'
import type { Content } from '#app/content/content.server.ts'
import type { createRevisions } from '#app/content/revisions.server.ts'
import type { CountBot } from '#app/forms/form-post.server.ts'
import type { Host } from '#app/host/client.server.ts'
import type { Log } from '#app/platform/log.ts'
import type { SerialQueue } from '#app/platform/serial-queue.ts'
import type { Preview, Previews } from '#app/preview/preview.server.ts'
import type { ReviewFeed } from '#app/reviews/feed.server.ts'
import type { SiteSearch } from '#app/search/site-search.server.ts'
import type { ShareCards } from '#app/seo/share-cards.server.ts'
import type { Staff } from '#app/staff/staff.server.ts'

/** Live as long as the site's process. */
export type Services = {
  content: Content
  host: Host
  reviews: ReviewFeed
  consents: Consents
  checkout: CheckoutSession
  orders: Orders
  paymentSetup: PaymentSetup
  /** PayPal's hosts in the Content-Security-Policy. */
  payPal: PayPalHosts
  shareCards: ShareCards
  search: SiteSearch
  previews: Previews
  /** Answers the Studio's Inbox. */
  staff: Staff
  runSerially: SerialQueue
  /** The version of a document that is served. */
  revisionOf: ReturnType<typeof createRevisions>
  /** The site's origin for visitors. */
  siteUrl: string
  /** The origin from which browsers load the content's images; undefined if that is the site. */
  imageCdn: string | undefined
  countBot: CountBot
  log: Log
}

// app/server passes this to every loader and action.
declare module '@remix-run/server-runtime' {
  interface AppLoadContext extends Services {
    /** Also in the log, the response, and every call to `<host>`. */
    requestId: string
    /** The page is rendered for everybody and stored. */
    forCache?: boolean
    /** The visitor's network address. */
    address: string
    /** Set if `content` is a draft. */
    preview: Preview | null
  }
}
