import type { RequestHandler } from 'express'

/** Each page has one address: lower case, without a slash at its end, `/` for the front page. Others lead to it at once. */
export const redirectToCanonical: RequestHandler = (request, response, next) => {
  const target = canonicalAddress(request.originalUrl)
  if (target === undefined) return next()
  // 308: a form that was posted to the other address is posted again, whole.
  response.redirect(request.method === 'POST' ? 308 : 301, target)
}

/**
 * Where an address (path and query) leads instead; undefined where it is the one. Always a path of this site: several
 * slashes, or backslashes that browsers read as such, would name another host.
 */
export function canonicalAddress(address: string): string | undefined {
  const [, path = '', query = ''] = /^([^?#]*)([^#]*)/.exec(address) ?? []
  if (!path.startsWith('/')) return undefined // `GET http://…` and `*`: nothing that a page has
  const clean =
    path
      .replace(/[/\\]+/g, '/')
      .replace(/\/$/, '')
      // Percent escapes stay as they are: %2F and %2f are the same.
      .replace(/%[0-9a-f]{2}|[A-Z]+/gi, (part) => (part.startsWith('%') ? part : part.toLowerCase())) || '/'
  const target = clean === '/home' ? '/' : clean
  return target === path ? undefined : target + query
}
