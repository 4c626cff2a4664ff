import { type AppLoadContext, redirect } from '@remix-run/node'
import { documentPath } from '#app/content/document-path.ts'
import { movedTo } from '#app/content/redirects.ts'

/**
 * Sends a visitor of an address without a page to where it moved. `no-cache`: an editor’s next change counts at once,
 * for a move “for good” as well. Throws the redirect; returns where the address did not move.
 */
export async function followRedirect(request: Request, { content }: AppLoadContext): Promise<void> {
  const url = new URL(request.url)
  const moved = movedTo(await content.redirects(), documentPath(url.pathname), searchOf(url))
  if (moved)
    throw redirect(moved.location, { status: moved.status, headers: { 'Cache-Control': 'no-cache' } })
}

/** Without what Remix adds to its own requests. */
function searchOf({ search }: URL): string {
  const given = new URLSearchParams(search)
  given.delete('_routes')
  given.delete('index')
  return given.size > 0 ? `?${given}` : ''
}
