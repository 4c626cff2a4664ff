/** A cookie's value in a `Cookie` header, or in `document.cookie`; undefined where it is not there. */
export const cookieIn = (cookies: string | null | undefined, name: string): string | undefined =>
  cookies
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
