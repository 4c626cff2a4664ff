/** The prefix of cookie names over https. Only this host can set such a cookie. */
export const HOST_PREFIX = '__Host-'

/** The value of a cookie in a `Cookie` header or in `document.cookie`; undefined if it is missing. */
export const readCookie = (cookies: string | null | undefined, name: string): string | undefined =>
  cookies
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Like `readCookie`, for a cookie whose name has `HOST_PREFIX` over https. */
export const readHostCookie = (cookies: string | null | undefined, name: string): string | undefined =>
  readCookie(cookies, HOST_PREFIX + name) ?? readCookie(cookies, name)

/** `document.cookie`; undefined if the browser blocks it. */
export function pageCookies(): string | undefined {
  try {
    return document.cookie
  } catch {
    return undefined
  }
}
