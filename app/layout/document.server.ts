import { type AppLoadContext, data, redirect } from '@remix-run/node'
import { chosenPlan } from '#app/checkout/plan-choice.server.ts'
import { offeredConsents } from '#app/contact/consents.server.ts'
import { ARTICLES_PER_PAGE, pagesOf } from '#app/content/article-pages.ts'
import type { Content } from '#app/content/content.server.ts'
import { documentPath } from '#app/content/document-path.ts'
import type { Block, Page, Seo } from '#app/content/types.ts'
import { followRedirect } from '#app/layout/redirects.server.ts'
import type { Suggested } from '#app/search/suggestions.tsx'

/** Of a page that is the same for everybody: browsers ask each time whether it still is. */
export const HTML_HEADERS = { 'Cache-Control': 'no-cache' }

/** Said in the answer's head too, for those who don't read the page's. */
export const indexing = (seo: Seo | null): Record<string, string> =>
  seo?.noIndex ? { 'X-Robots-Tag': 'noindex' } : {}

/**
 * The page or policy at a top-level address. A page with plan cards also says which plan this visitor has chosen: the
 * only thing on it that depends on who asks, so such an answer varies by cookie and is kept nowhere once it does.
 * `listPage` asks for a later page of its list of articles, from 2 on. Throws a 404 Response for an address that nothing is
 * published at.
 */
export async function loadDocument(slug: string, request: Request, context: AppLoadContext, listPage = 1) {
  const { content, shareCards } = context
  if (slug === 'home' && listPage === 1 && new URL(request.url).pathname !== '/') throw redirect('/', 301)
  const first = await content.page(slug)
  const page = first && listPage > 1 ? await withLaterArticles(first, listPage, content) : first
  if (page) {
    const extras = await extrasOf(page, request, context)
    const headers = !has(page, 'planGrid')
      ? HTML_HEADERS
      : { 'Cache-Control': extras.chosenPlan ? 'private, no-store' : 'no-cache', Vary: 'Cookie' }
    const share = await shareCards.pathOf({ _type: 'page', document: page })
    return data(
      { kind: 'page' as const, page, listPage, extras, share },
      {
        headers: { ...headers, ...indexing(page.seo) },
      },
    )
  }
  const policy = listPage === 1 ? await content.policy(slug) : null
  if (policy) {
    const share = await shareCards.pathOf({ _type: 'policy', document: policy })
    return data(
      { kind: 'policy' as const, policy, share },
      {
        headers: { ...HTML_HEADERS, ...indexing(policy.seo) },
      },
    )
  }
  throw await missingPage(request, context)
}

/** A page as it is on a later page of its list; null where the list doesn't go that far. */
async function withLaterArticles(page: Page, listPage: number, content: Content): Promise<Page | null> {
  const list = page.blocks?.find((block) => block._type === 'articleList')
  if (!list || listPage > pagesOf(list.total)) return null
  const end = (listPage - 1) * ARTICLES_PER_PAGE
  const articles = (await content.laterArticles()).slice(end - ARTICLES_PER_PAGE, end)
  const blocks = (page.blocks ?? []).map((block) => (block === list ? { ...list, articles } : block))
  return articles.length > 0 ? { ...page, blocks } : null
}

/**
 * What an address answers that nothing is published at: 404, and pages that may have been meant. Throws the redirect
 * that editors have put in its place.
 */
export async function missingPage(request: Request, context: AppLoadContext) {
  await followRedirect(request, context)
  return data(await suggested(request, context), { status: 404, statusText: 'Not Found' })
}

/** Pages that may have been meant by an address that leads nowhere; none while they can't be looked for. */
export async function suggested(request: Request, { content, search }: AppLoadContext): Promise<Suggested> {
  const path = documentPath(new URL(request.url).pathname)
  const [words, results] = await Promise.all([
    content.searchWords().catch(() => null),
    search.similar(path).catch(() => []),
  ])
  return { words, results }
}

/** What the page's blocks show beside their content. Nothing here waits for `<host>`. */
async function extrasOf(page: Page, request: Request, { content, reviews }: AppLoadContext) {
  return {
    chosenPlan: has(page, 'planGrid') ? ((await chosenPlan(request, content))?.slug ?? null) : null,
    consents: has(page, 'contactForm') ? offeredConsents(await content.settings()) : null,
    reviews: has(page, 'reviews') ? (reviews.known()?.onPage ?? null) : null,
  }
}

const has = (page: Page, type: Block['_type']): boolean =>
  page.blocks?.some(({ _type }) => _type === type) ?? false
