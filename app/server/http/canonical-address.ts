import type { RequestHandler } from 'express'

/** Redirects to a page's one address: lower case, without a slash at its end, `/` for the front page. */
export const redirectToCanonical: RequestHandler = (request, response, next) => {
  const target = canonicalAddress(request.originalUrl)
  if (target === undefined) return next()
  // 308 makes browsers repeat a POST.
  response.redirect(request.method === 'POST' ? 308 : 301, target)
}

/** Returns the canonical path and query, never another host; undefined if the address is canonical. */
export function canonicalAddress(address: string): string | undefined {
  const [, path = '', query = ''] = /^([^?#]*)([^#]*)/.exec(address) ?? []
  if (!path.startsWith('/')) return undefined // `GET http://…` or `*`: not the path of a page
  const clean =
    path
      .replace(/[/\\]+/g, '/')
      .replace(/\/$/, '')
      // Percent escapes are not changed: %2F and %2f are equivalent.
      .replace(/%[0-9a-f]{2}|[A-Z]+/gi, (part) => (part.startsWith('%') ? part : part.toLowerCase())) || '/'
  const target = clean === '/home' ? '/' : clean
  return target === path ? undefined : target + query
}
