import { type AppLoadContext, data, redirect } from '@remix-run/node'
import { documentPath } from '#app/content/document-path.ts'
import { findRedirect } from '#app/content/redirects.ts'
import type { Suggested } from '#app/search/suggestions.tsx'

/** Returns the 404 response for an address without a page, with similar pages. Throws the address's redirect if it has one. */
export async function notFound(request: Request, context: AppLoadContext) {
  await followRedirect(request, context)
  return data(await loadSuggestions(request, context), { status: 404, statusText: 'Not Found' })
}

/** Throws the redirect of this address, if an editor has set one up. `no-cache` lets later changes apply immediately. */
export async function followRedirect(request: Request, { content }: AppLoadContext): Promise<void> {
  const { pathname, searchParams } = new URL(request.url)
  // Remix adds these to its own requests.
  searchParams.delete('_routes')
  searchParams.delete('index')
  const search = searchParams.size > 0 ? `?${searchParams}` : ''
  const moved = findRedirect(await content.redirects(), documentPath(pathname), search)
  if (moved)
    throw redirect(moved.location, { status: moved.status, headers: { 'Cache-Control': 'no-cache' } })
}

/** Finds pages similar to an unknown address. Returns none while search is unavailable. */
export async function loadSuggestions(
  request: Request,
  { content, search }: AppLoadContext,
): Promise<Suggested> {
  const path = documentPath(new URL(request.url).pathname)
  const [labels, results] = await Promise.all([
    content.searchWords().catch(() => null),
    search.similar(path).catch(() => []),
  ])
  return { labels, results }
}
