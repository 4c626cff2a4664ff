import { createHmac, randomBytes } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { VISITOR_COOKIE, XSRF_COOKIE, XSRF_HEADER } from '#app/forms/xsrf.ts'
import { isSameSecret } from '#app/platform/constant-time-equal.server.ts'
import { HOST_PREFIX, readCookie } from '#app/platform/cookie.ts'
import { isLoopbackName } from '#app/platform/loopback.ts'
import { refuse } from '#app/server/http/refusal.ts'

/** Verified in other ways: requests of the Studio (share-preview, staff.server.ts) and browser reports. */
const EXEMPT = /^\/(?:api\/preview\/share|api\/staff\/\w+|policy-reports)(?:\.data)?\/*$/i
const ID_BYTES = 18

type Xsrf = {
  /** Answers `GET /xsrf` with a token in a cookie. */
  issueToken: RequestHandler
  /** Refuses a post with 403 unless a page of this site sent it. */
  requireProof: RequestHandler
}

/** Rejects posts of other sites. Scripts send a token; forms on cached pages are checked by Sec-Fetch-Site, Origin or Referer. */
export function createXsrf(siteUrl: string, secret: string): Xsrf {
  const secure = siteUrl.startsWith('https:')
  const visitorCookie = secure ? HOST_PREFIX + VISITOR_COOKIE : VISITOR_COOKIE
  const key = createHmac('sha256', secret).update('xsrf').digest()
  const tokenOf = (visitor: string, salt: string) =>
    `${salt}.${createHmac('sha256', key).update(`${visitor} ${salt}`).digest('base64url')}`

  const issueToken: RequestHandler = (request, response) => {
    const known = readCookie(request.headers.cookie, visitorCookie)
    const visitor = known && /^[\w-]{24}$/.test(known) ? known : newId()
    const flags = { path: '/', sameSite: 'lax', secure } as const
    response
      .set('Cache-Control', 'no-store')
      .cookie(visitorCookie, visitor, { ...flags, httpOnly: true })
      // Not HttpOnly: the page's script reads it (specification 7).
      .cookie(XSRF_COOKIE, tokenOf(visitor, newId()), flags)
      .status(204)
      .end()
  }

  function isFromThisSite(request: Request): boolean {
    const site = request.get('Sec-Fetch-Site')
    if (site !== undefined && site !== 'same-origin') return false
    const { origin, referer } = request.headers
    const from = origin ?? (site === undefined ? URL.parse(referer ?? '')?.origin : undefined)
    if (from !== undefined && !isOwn(from, siteUrl)) return false
    const token = request.get(XSRF_HEADER)
    if (token !== undefined) {
      const visitor = readCookie(request.headers.cookie, visitorCookie)
      return (
        visitor !== undefined &&
        isSameSecret(token, readCookie(request.headers.cookie, XSRF_COOKIE) ?? '') &&
        isSameSecret(token, tokenOf(visitor, token.split('.')[0] ?? ''))
      )
    }
    return site !== undefined || from !== undefined
  }

  const requireProof: RequestHandler = (request, response, next) => {
    if (request.method !== 'POST' || EXEMPT.test(request.path)) return next()
    if (!isFromThisSite(request)) return refuseForeign(request, response)
    // Already checked. Remix would compare Origin with Host, which a proxy may have changed.
    delete request.headers.origin
    next()
  }
  return { issueToken, requireProof }
}

const newId = (): string => randomBytes(ID_BYTES).toString('base64url')

/** The site's own origin; on loopback, also the other loopback names. */
function isOwn(origin: string, siteUrl: string): boolean {
  const own = new URL(siteUrl)
  if (origin === own.origin) return true
  const url = URL.parse(origin)
  const isLoopback = (address: URL) => isLoopbackName(address.hostname)
  return (
    url !== null && url.origin === origin && isLoopback(own) && isLoopback(url) && sameSchemeAndPort(own, url)
  )
}

const sameSchemeAndPort = (one: URL, other: URL): boolean =>
  one.protocol === other.protocol && one.port === other.port

const refuseForeign = (request: Request, response: Response): void =>
  refuse(request, response, {
    status: 403,
    heading: 'This was not sent',
    text: 'It did not come from a page of this site, or your browser does not say so.',
    // lynx sends no Referer from a URL with a query, so link to the home page.
    more: '<p>Go to the form from the <a href="/">home page</a> and try once more.</p>',
  })
