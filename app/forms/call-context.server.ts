import type { AppLoadContext } from '@remix-run/node'
import { documentPath } from '#app/content/document-path.ts'
import { campaignOf } from '#app/forms/campaign.server.ts'
import { VISITOR_COOKIE, XSRF_COOKIE } from '#app/forms/xsrf.ts'
import type { CallContext } from '#app/host/client.server.ts'
import { readCookie, readHostCookie } from '#app/platform/cookie.ts'
import { sha256, type Visitor } from '#app/platform/evidence.server.ts'

/** Describes the visitor for a call to the backend. */
export function callContext(
  request: Request,
  { requestId, address, siteUrl }: AppLoadContext,
): CallContext & { requestId: string; visitor: Visitor } {
  const session = sessionOf(request)
  return {
    requestId,
    xsrfToken: readCookie(request.headers.get('Cookie'), XSRF_COOKIE),
    visitor: {
      address,
      userAgent: request.headers.get('User-Agent') ?? undefined,
      session: session && sha256(session), // the log must not contain the cookie
      page: pageOf(request),
      campaign: campaignOf(request),
      // PayPal's page returns to this origin.
      origin: new URL(siteUrl).origin,
    },
  }
}

/** Identifies the sender of a form by the cookie, or by address and browser without JavaScript. */
export function senderOf(request: Request, { address, userAgent }: Visitor): string {
  return sessionOf(request) ?? JSON.stringify([address, userAgent])
}

/** The visitor's cookie, set with the XSRF token. */
const sessionOf = (request: Request): string | undefined =>
  readHostCookie(request.headers.get('Cookie'), VISITOR_COOKIE) || undefined

/** The path of the page with the form. With two leading slashes it would be another site: `//host`. */
export function pageOf(request: Request): string {
  return documentPath(new URL(request.url).pathname).replace(/^\/+/, '/')
}
