import { type AppLoadContext, data, redirect } from '@remix-run/node'
import { chosenPlan } from '#app/checkout/plan-choice.server.ts'
import type { Block, Page } from '#app/content/types.ts'

export const HTML_HEADERS = { 'Cache-Control': 'no-cache' }

/**
 * The page or policy at a top-level address. A page with plan cards also says which plan this visitor has chosen: the
 * only thing on it that depends on who asks, so such an answer varies by cookie and is kept nowhere once it does.
 * Throws a 404 Response for an address that nothing is published at.
 */
export async function loadDocument(slug: string, request: Request, context: AppLoadContext) {
  const { content } = context
  if (slug === 'home' && new URL(request.url).pathname !== '/') throw redirect('/', 301)
  const page = await content.page(slug)
  if (page) {
    const extras = await extrasOf(page, request, context)
    const headers = !has(page, 'planGrid')
      ? HTML_HEADERS
      : { 'Cache-Control': extras.chosenPlan ? 'private, no-store' : 'no-cache', Vary: 'Cookie' }
    return data({ kind: 'page' as const, page, extras }, { headers })
  }
  const policy = await content.policy(slug)
  if (policy) return data({ kind: 'policy' as const, policy }, { headers: HTML_HEADERS })
  throw new Response(null, { status: 404, statusText: 'Not Found' })
}

/** What the page's blocks show beside their content. Nothing here waits for `<host>`. */
async function extrasOf(page: Page, request: Request, { content, consents, reviews }: AppLoadContext) {
  const settings = has(page, 'contactForm') ? await content.settings() : null
  return {
    chosenPlan: has(page, 'planGrid') ? ((await chosenPlan(request, content))?.slug ?? null) : null,
    consents: settings && consents.offered(settings),
    reviews: has(page, 'reviews') ? reviews.known() : null,
  }
}

const has = (page: Page, type: Block['_type']): boolean =>
  page.blocks?.some(({ _type }) => _type === type) ?? false
