import type { Request, Response } from 'express'
import { draftedConsents } from '#app/contact/consents.server.ts'
import { documentPath } from '#app/content/document-path.ts'
import type { Services } from '#app/load-context.ts'
import type { Preview } from '#app/preview/preview.server.ts'
import { beforeHead } from '#app/server/before-head.ts'

type Previewed = { preview: Preview | null } & Partial<Services>

const PUBLISHED: Previewed = { preview: null }

/**
 * What takes the place of published content for a request that carries a preview's cookie, if it may see one. Its answer
 * is kept by nobody and found by no search engine. What is posted goes the ordinary way: nobody buys, or agrees to, a draft.
 */
export async function previewed(
  request: Request,
  response: Response,
  { previews, consents }: Services,
): Promise<Previewed> {
  const { cookie } = request.headers
  const preview = cookie ? await previews.cookie.read({ headers: new Headers({ Cookie: cookie }) }) : null
  // The Studio opens previews in windows of their own, too, and goes on talking with them.
  if (preview?.kind === 'studio' || request.path.startsWith('/api/preview/'))
    response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none')
  if (!preview || request.path.startsWith('/api/')) return PUBLISHED
  keepNowhere(response)
  if (preview.kind === 'shared' && pageOf(request.path) !== preview.path) return PUBLISHED
  // The page that a link was for says that it has ended (data.server.ts).
  if (preview.until < Date.now()) return preview.kind === 'shared' ? { preview } : PUBLISHED
  const content = request.method === 'GET' || request.method === 'HEAD' ? previews.content(preview) : null
  return content ? { preview, content, consents: { ...consents, offered: draftedConsents } } : PUBLISHED
}

/** The page that a request is for, without a slash at its end. */
const pageOf = (path: string): string => documentPath(path).replace(/(.)\/$/, '$1')

/** Whatever a route says later. */
function keepNowhere(response: Response) {
  beforeHead(response, () => {
    response.setHeader('Cache-Control', 'private, no-store')
    response.setHeader('X-Robots-Tag', 'noindex')
  })
}
