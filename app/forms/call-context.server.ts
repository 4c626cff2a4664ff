import type { AppLoadContext } from '@remix-run/node'
import { documentPath } from '#app/content/document-path.ts'
import { campaignOf } from '#app/forms/campaign.server.ts'
import { VISITOR_COOKIE, XSRF_COOKIE } from '#app/forms/xsrf.ts'
import type { CallContext } from '#app/host/client.server.ts'
import { cookieIn, hostCookieIn } from '#app/platform/cookie.ts'
import { sha256, type Visitor } from '#app/platform/evidence.server.ts'

/** On whose behalf `<host>` is asked. */
export function callContext(
  request: Request,
  { requestId, address, siteUrl }: AppLoadContext,
): CallContext & { requestId: string; visitor: Visitor } {
  const session = sessionOf(request)
  return {
    requestId,
    xsrfToken: cookieIn(request.headers.get('Cookie'), XSRF_COOKIE),
    visitor: {
      address,
      userAgent: request.headers.get('User-Agent') ?? undefined,
      session: session && sha256(session), // enough to tell visitors apart, and no use to whoever reads a log
      page: pageOf(request),
      campaign: campaignOf(request),
      // Where PayPal's own page leads back to.
      origin: new URL(siteUrl).origin,
    },
  }
}

/**
 * By what the next try of a visitor is known as the same one's: the cookie that came with the token, which stays when a
 * phone changes its network; without script, address and browser.
 */
export function senderOf(request: Request, { address, userAgent }: Visitor): string {
  return sessionOf(request) ?? JSON.stringify([address, userAgent])
}

/** The cookie that came with the token; one that is empty tells nobody apart. */
const sessionOf = (request: Request): string | undefined =>
  hostCookieIn(request.headers.get('Cookie'), VISITOR_COOKIE) || undefined

/** The page that a form stood on: a path of this site, whatever stands before it (`//host` would be another one). */
export function pageOf(request: Request): string {
  return documentPath(new URL(request.url).pathname).replace(/^\/+/, '/')
}
