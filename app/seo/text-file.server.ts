import { createHash } from 'node:crypto'

/** A file made of content, as the answer to a request: fresh each time, and not sent again to who has it already. */
export function textFile(request: Request, type: string, body: string): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache', ETag: etag }
  const known = request.headers.get('If-None-Match')?.replaceAll('W/', '').split(/,\s*/) ?? []
  return known.includes(etag) ? new Response(null, { status: 304, headers }) : new Response(body, { headers })
}
