import { createHash } from 'node:crypto'
import { answerOfContent } from '#app/content/unavailable.server.ts'

/**
 * A file made of content, as the answer to a request: fresh each time, and not sent again to who has it already. A 503
 * while there is no content to make it of.
 */
export const textFile = (
  request: Request,
  type: string,
  make: () => string | Promise<string>,
): Promise<Response> => answerOfContent(async () => answerWith(request, type, await make()))

function answerWith(request: Request, type: string, body: string): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache', ETag: etag }
  const known = request.headers.get('If-None-Match')?.replaceAll('W/', '').split(/,\s*/) ?? []
  return known.includes(etag) ? new Response(null, { status: 304, headers }) : new Response(body, { headers })
}
