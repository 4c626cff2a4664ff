import { type AppLoadContext, data, redirect } from '@remix-run/node'
import { chosenPlan } from '#app/checkout/plan-choice.server.ts'

export const HTML_HEADERS = { 'Cache-Control': 'no-cache' }

/**
 * The page or policy at a top-level address. A page with plan cards also says which plan this visitor has chosen: the
 * only thing on it that depends on who asks, so such an answer varies by cookie and is kept nowhere once it does.
 * Throws a 404 Response for an address that nothing is published at.
 */
export async function loadDocument(slug: string, request: Request, { content }: AppLoadContext) {
  if (slug === 'home' && new URL(request.url).pathname !== '/') throw redirect('/', 301)
  const page = await content.page(slug)
  if (page) {
    if (!page.blocks?.some(({ _type }) => _type === 'planGrid'))
      return data({ kind: 'page' as const, page, chosen: null }, { headers: HTML_HEADERS })
    const chosen = await chosenPlan(request, content)
    return data(
      { kind: 'page' as const, page, chosen: chosen?.slug ?? null },
      { headers: { 'Cache-Control': chosen ? 'private, no-store' : 'no-cache', Vary: 'Cookie' } },
    )
  }
  const policy = await content.policy(slug)
  if (policy) return data({ kind: 'policy' as const, policy }, { headers: HTML_HEADERS })
  throw new Response(null, { status: 404, statusText: 'Not Found' })
}
