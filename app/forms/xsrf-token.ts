import { XSRF_COOKIE, XSRF_HEADER, XSRF_PATH } from '#app/forms/xsrf.ts'
import { pageCookies, readCookie } from '#app/platform/cookie.ts'

/** Then the post is sent without a token. */
const TOKEN_TIMEOUT_MS = 3_000

/** Adds the visitor's XSRF token to every POST of this page to its own site. The first POST fetches the token. */
export function addXsrfTokens(): void {
  const send = window.fetch.bind(window)
  let fetching: Promise<void> | undefined
  const fetchToken = () => {
    fetching ??= send(XSRF_PATH, { cache: 'no-store', signal: AbortSignal.timeout(TOKEN_TIMEOUT_MS) })
      .then(() => {})
      .catch(() => {})
      .finally(() => {
        fetching = undefined
      })
    return fetching
  }

  window.fetch = async (input, init) => {
    if (!isOwnPost(input, init)) return send(input, init)
    if (!currentToken()) await fetchToken()
    const answer = await send(input, withToken(input, init))
    // The token has expired, or another tab has a new one. The body of a Request can't be sent twice.
    if (answer.status !== 403 || input instanceof Request) return answer
    await fetchToken()
    return send(input, withToken(input, init))
  }
}

function withToken(input: RequestInfo | URL, init: RequestInit | undefined): RequestInit {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
  const token = currentToken()
  if (token) headers.set(XSRF_HEADER, token)
  return { ...init, headers }
}

/** A POST without cookies needs no token. */
function isOwnPost(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  if (init?.credentials === 'omit') return false
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  const address = input instanceof Request ? input.url : input
  // Safari before 18 lacks `URL.parse`.
  return method.toUpperCase() === 'POST' && new URL(address, location.href).origin === location.origin
}

/** Read each time, because other tabs share the cookie. */
const currentToken = (): string | undefined => readCookie(pageCookies(), XSRF_COOKIE)
