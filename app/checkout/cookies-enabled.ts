import { pageCookies } from '#app/platform/cookie.ts'

/** True if the browser stores cookies for this site. `navigator.cookieEnabled` is true even if Chromium blocks them. */
export function areCookiesEnabled(): boolean {
  const cookies = pageCookies()
  if (cookies !== '') return cookies !== undefined
  const probe = (maxAge: number) => {
    // biome-ignore lint/suspicious/noDocumentCookie: older Firefox and Safari have no Cookie Store
    document.cookie = `probe=1; SameSite=Strict; Max-Age=${maxAge}`
    return document.cookie !== ''
  }
  const isStored = probe(60)
  probe(0)
  return isStored
}
