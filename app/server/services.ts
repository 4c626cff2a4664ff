import { openConsents } from '#app/contact/consents.server.ts'
import { startContent } from '#app/content/content.server.ts'
import type { Env } from '#app/env.server.ts'
import { createHost } from '#app/host/client.server.ts'
import { hostSecret } from '#app/host/secret.server.ts'
import type { Services } from '#app/load-context.ts'
import { createReviewFeed } from '#app/reviews/feed.server.ts'
import { log } from '#app/server/log.ts'

/** Connects the site to lake and host. The site starts without either. */
export async function startServices(env: Env): Promise<{ services: Services; stop(): void }> {
  const { content, stop } = await startContent(env, log)
  const consents = openConsents(env.DATA_DIR)
  const host = createHost({
    hostUrl: env.HOST_URL ?? `http://localhost:${env.HOST_PORT}`,
    reviewsHostUrl: env.REVIEWS_HOST_URL,
    evidenceSecret: env.embeddedHost ? (env.HOST_SECRET ?? hostSecret(env.DATA_DIR)) : undefined,
    log,
  })
  const reviews = createReviewFeed(host, log)
  reviews.known() // the first page should not have to do without
  return {
    services: { content, host, reviews, consents, log },
    stop() {
      stop()
      consents.close()
    },
  }
}
