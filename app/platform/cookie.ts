/** What a cookie's name begins with over https: nobody but this host can have set it. */
export const HOST_PREFIX = '__Host-'

/** A cookie's value in a `Cookie` header, or in `document.cookie`; undefined where it is not there. */
export const cookieIn = (cookies: string | null | undefined, name: string): string | undefined =>
  cookies
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** As `cookieIn`, of a cookie whose name has `HOST_PREFIX` over https. */
export const hostCookieIn = (cookies: string | null | undefined, name: string): string | undefined =>
  cookieIn(cookies, HOST_PREFIX + name) ?? cookieIn(cookies, name)

/** `document.cookie`, or undefined where the browser blocks it. */
export function pageCookies(): string | undefined {
  try {
    return document.cookie
  } catch {
    return undefined
  }
}
