/** A cookie of a request; undefined where it is not there. */
export function requestCookie(request: Request, name: string): string | undefined {
  const pair = request.headers
    .get('Cookie')
    ?.split(/;\s*/)
    .find((entry) => entry.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
