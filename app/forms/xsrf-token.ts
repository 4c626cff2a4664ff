import { XSRF_COOKIE, XSRF_HEADER, XSRF_PATH } from '#app/forms/xsrf.ts'
import { cookieIn, pageCookies } from '#app/platform/cookie.ts'

/** A site that does not give a token by then is asked without: the browser says where the post comes from, too. */
const TOKEN_TIMEOUT_MS = 3_000

/** From now on each post by a script of this page to its own site carries this visitor's token, which the first one fetches. */
export function sendTokens(): void {
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
    if (!keptToken()) await fetchToken()
    const answer = await send(input, withToken(input, init))
    // Kept too long, or another tab's came in between. A Request's body is gone with the first try.
    if (answer.status !== 403 || input instanceof Request) return answer
    await fetchToken()
    return send(input, withToken(input, init))
  }
}

function withToken(input: RequestInfo | URL, init: RequestInit | undefined): RequestInit {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
  const token = keptToken()
  if (token) headers.set(XSRF_HEADER, token)
  return { ...init, headers }
}

/** What goes without cookies could bring a token, and not what it is held against. */
function isOwnPost(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  if (init?.credentials === 'omit') return false
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  const address = input instanceof Request ? input.url : input
  // Not `URL.parse`, which Safari before 18 lacks. An address that is none throws, as it does in `fetch`.
  return method.toUpperCase() === 'POST' && new URL(address, location.href).origin === location.origin
}

/** Asked each time: other tabs share the cookie. */
const keptToken = (): string | undefined => cookieIn(pageCookies(), XSRF_COOKIE)
