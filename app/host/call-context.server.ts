import type { AppLoadContext } from '@remix-run/node'
import type { CallContext } from '#app/host/client.server.ts'
import type { Visitor } from '#app/host/evidence.server.ts'

/** On whose behalf `<host>` is asked. */
export function callContext(
  request: Request,
  { requestId, address, siteUrl }: AppLoadContext,
): CallContext & { requestId: string; visitor: Visitor } {
  return {
    requestId,
    xsrfToken: requestCookie(request, 'XSRF-TOKEN'),
    visitor: {
      address,
      userAgent: request.headers.get('User-Agent') ?? undefined,
      page: pageOf(request),
      // Where PayPal's own page leads back to.
      origin: new URL(siteUrl).origin,
    },
  }
}

/** The page that a form stood on: a path of this site, whatever stands before it (`//host` would be another one). */
export function pageOf(request: Request): string {
  return new URL(request.url).pathname
    .replace(/\.data$/, '')
    .replace(/^\/_root$/, '/')
    .replace(/^\/+/, '/')
}

/** A cookie of a request; undefined where it is not there. */
function requestCookie(request: Request, name: string): string | undefined {
  const pair = request.headers
    .get('Cookie')
    ?.split(/;\s*/)
    .find((entry) => entry.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
