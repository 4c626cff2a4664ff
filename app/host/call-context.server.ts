import type { AppLoadContext } from '@remix-run/node'
import type { CallContext } from '#app/host/client.server.ts'
import { requestCookie } from '#app/host/form-post.server.ts'

/** On whose behalf `<host>` is asked. */
export function callContext(request: Request, { requestId, address, siteUrl }: AppLoadContext): CallContext {
  return {
    requestId,
    xsrfToken: requestCookie(request, 'XSRF-TOKEN'),
    visitor: {
      address,
      userAgent: request.headers.get('User-Agent') ?? undefined,
      page: new URL(request.url).pathname,
      // Where PayPal's own page leads back to.
      origin: new URL(siteUrl).origin,
    },
  }
}
