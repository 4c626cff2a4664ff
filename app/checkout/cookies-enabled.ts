import { pageCookies } from '#app/platform/cookie.ts'

/** Whether the browser keeps cookies for this site. `navigator.cookieEnabled` is true in a Chromium that blocks them. */
export function keepsCookies(): boolean {
  const cookies = pageCookies()
  if (cookies !== '') return cookies !== undefined
  const probe = (maxAge: number) => {
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no Cookie Store that could be relied on
    document.cookie = `probe=1; SameSite=Strict; Max-Age=${maxAge}`
    return document.cookie !== ''
  }
  const kept = probe(60)
  probe(0)
  return kept
}
