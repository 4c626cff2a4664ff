import { createHmac, randomBytes } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { cookieIn, HOST_PREFIX } from '#app/host/cookie.ts'
import { isSameSecret } from '#app/host/same-secret.server.ts'
import { VISITOR_COOKIE, XSRF_COOKIE, XSRF_HEADER } from '#app/host/xsrf.ts'
import { refuse } from '#app/server/http/refusal.ts'
import { isLoopbackName } from '#app/this-machine.ts'

/** Posts with a proof of their own: the Studio's one-time secret, and what browsers report (policy-reports.ts). */
const OWN_PROOF = /^\/(?:api\/preview\/share|policy-reports)(?:\.data)?\/*$/i
/** What a browser’s script sends at least one of. */
const PROOFS = ['origin', 'sec-fetch-site', XSRF_HEADER.toLowerCase()]
const ID_BYTES = 18

type Xsrf = {
  /** Gives out a token: `GET /xsrf`. */
  give: RequestHandler
  /** In front of every action: 403 for a post that this site's own pages did not send. */
  guard: RequestHandler
}

/**
 * Whether a post was sent by a page of this site. A page's script proves it with the token that it alone can read
 * (XSRF-TOKEN, made for this visitor's other cookie, which no script can read); a form, whose page is the same for everybody
 * and holds no token, by what the browser says of it (Fetch Metadata; older ones name the page's origin, lynx, w3m and
 * links the page).
 */
export function createXsrf(siteUrl: string, secret: string): Xsrf {
  const secure = siteUrl.startsWith('https:')
  const visitorCookie = secure ? HOST_PREFIX + VISITOR_COOKIE : VISITOR_COOKIE
  const key = createHmac('sha256', secret).update('xsrf').digest()
  const tokenOf = (visitor: string, salt: string) =>
    `${salt}.${createHmac('sha256', key).update(`${visitor} ${salt}`).digest('base64url')}`

  const give: RequestHandler = (request, response) => {
    const known = cookieIn(request.headers.cookie, visitorCookie)
    const visitor = known && /^[\w-]{24}$/.test(known) ? known : newId()
    const flags = { path: '/', sameSite: 'lax', secure } as const
    response
      .set('Cache-Control', 'no-store')
      .cookie(visitorCookie, visitor, { ...flags, httpOnly: true })
      // Read by the page's own script, which is its purpose (specification 7).
      .cookie(XSRF_COOKIE, tokenOf(visitor, newId()), flags)
      .status(204)
      .end()
  }

  function refusal(request: Request): string | undefined {
    const site = request.get('Sec-Fetch-Site')
    if (site !== undefined && site !== 'same-origin') return 'it came from another site'
    const { origin, referer } = request.headers
    const from = origin ?? (site === undefined ? URL.parse(referer ?? '')?.origin : undefined)
    if (from !== undefined && !isOwn(from, siteUrl)) return 'it came from another site'
    const given = request.get(XSRF_HEADER)
    if (given !== undefined) {
      const visitor = cookieIn(request.headers.cookie, visitorCookie)
      const isRight =
        visitor !== undefined &&
        isSameSecret(given, cookieIn(request.headers.cookie, XSRF_COOKIE) ?? '') &&
        isSameSecret(given, tokenOf(visitor, given.split('.')[0] ?? ''))
      return isRight ? undefined : 'its token is not this visitor’s'
    }
    return site === undefined && from === undefined ? 'it does not say where it came from' : undefined
  }

  const guard: RequestHandler = (request, response, next) => {
    if (request.method !== 'POST' || OWN_PROOF.test(request.path)) return next()
    if (refusal(request) !== undefined) return refuseForeign(request, response)
    const { headers } = request
    // Who names the page and nothing else is no script: a form’s answer is a page where anything is accepted (elinks).
    if (PROOFS.every((name) => headers[name] === undefined) && (headers.accept ?? '*/*') === '*/*')
      headers.accept = 'text/html'
    // Decided. Remix would hold it against Host, where a proxy may have put the name that it knows the site by.
    delete headers.origin
    next()
  }
  return { give, guard }
}

const newId = (): string => randomBytes(ID_BYTES).toString('base64url')

/** The site's origin; where it stands on this machine, under each of this machine's names. */
function isOwn(origin: string, siteUrl: string): boolean {
  const own = new URL(siteUrl)
  if (origin === own.origin) return true
  const given = URL.parse(origin)
  const isHere = (url: URL) => isLoopbackName(url.hostname)
  return given !== null && given.origin === origin && isHere(own) && isHere(given) && sameDoor(own, given)
}

const sameDoor = (one: URL, other: URL): boolean => one.protocol === other.protocol && one.port === other.port

const refuseForeign = (request: Request, response: Response): void =>
  refuse(request, response, {
    status: 403,
    heading: 'This was not sent',
    text: 'It did not come from a page of this site, or your browser does not say so.',
    // From a page with a query lynx says nothing: by way of the home page it has none.
    more: '<p>Go to the form from the <a href="/">home page</a> and try once more.</p>',
  })
