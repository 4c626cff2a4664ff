import type { Request, Response } from 'express'
import onHeaders from 'on-headers'
import { documentPath } from '#app/content/document-path.ts'
import type { Preview } from '#app/preview/preview.server.ts'
import type { Services } from '#app/server/load-context.ts'

type PreviewContext = { preview: Preview | null } & Partial<Services>

const PUBLISHED: PreviewContext = { preview: null }

/** Returns draft content for a valid preview cookie. Posts see published content: nobody buys a draft. */
export async function previewContext(
  request: Request,
  response: Response,
  { previews }: Pick<Services, 'previews'>,
): Promise<PreviewContext> {
  const { cookie } = request.headers
  const preview = cookie ? await previews.cookie.read({ headers: new Headers({ Cookie: cookie }) }) : null
  // The Studio also opens previews in their own windows and keeps talking to them.
  if (preview?.kind === 'studio' || request.path.startsWith('/api/preview/'))
    response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none')
  if (!preview || request.path.startsWith('/api/')) return PUBLISHED
  preventCaching(response)
  if (preview.kind === 'shared' && pageOf(request.path) !== preview.path) return PUBLISHED
  // The page of an expired link says that the link has expired (preview-frame.server.ts).
  if (preview.until < Date.now()) return preview.kind === 'shared' ? { preview } : PUBLISHED
  const content = request.method === 'GET' || request.method === 'HEAD' ? previews.content(preview) : null
  return content ? { preview, content } : PUBLISHED
}

/** The path of the page that a request is for, without a trailing slash. */
const pageOf = (path: string): string => documentPath(path).replace(/(.)\/$/, '$1')

/** Sets the headers last, so a route can't override them. */
function preventCaching(response: Response) {
  onHeaders(response, () => {
    response.setHeader('Cache-Control', 'private, no-store')
    response.setHeader('X-Robots-Tag', 'noindex')
  })
}
