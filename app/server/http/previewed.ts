import type { Request, Response } from 'express'
import onHeaders from 'on-headers'
import { draftedConsents } from '#app/contact/consents.server.ts'
import { documentPath } from '#app/content/document-path.ts'
import type { Services } from '#app/load-context.ts'
import type { Preview } from '#app/preview/preview.server.ts'

type Previewed = { preview: Preview | null } & Partial<Services>

const PUBLISHED: Previewed = { preview: null }

/**
 * The content that replaces the published one for a request with a valid preview cookie. No cache and no search engine stores
 * the answer. Posts see published content: nobody buys, or agrees to, a draft.
 */
export async function previewed(
  request: Request,
  response: Response,
  { previews, consents }: Services,
): Promise<Previewed> {
  const { cookie } = request.headers
  const preview = cookie ? await previews.cookie.read({ headers: new Headers({ Cookie: cookie }) }) : null
  // The Studio also opens previews in their own windows and keeps talking to them.
  if (preview?.kind === 'studio' || request.path.startsWith('/api/preview/'))
    response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none')
  if (!preview || request.path.startsWith('/api/')) return PUBLISHED
  keepNowhere(response)
  if (preview.kind === 'shared' && pageOf(request.path) !== preview.path) return PUBLISHED
  // An expired link's page says that it has ended (data.server.ts).
  if (preview.until < Date.now()) return preview.kind === 'shared' ? { preview } : PUBLISHED
  const content = request.method === 'GET' || request.method === 'HEAD' ? previews.content(preview) : null
  return content ? { preview, content, consents: { ...consents, offered: draftedConsents } } : PUBLISHED
}

/** The path of the page that a request is for, without a trailing slash. */
const pageOf = (path: string): string => documentPath(path).replace(/(.)\/$/, '$1')

/** Overrides what a route sets later. */
function keepNowhere(response: Response) {
  onHeaders(response, () => {
    response.setHeader('Cache-Control', 'private, no-store')
    response.setHeader('X-Robots-Tag', 'noindex')
  })
}
