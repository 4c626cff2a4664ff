import { type ActionFunctionArgs, type AppLoadContext, data, redirect } from '@remix-run/node'
import { chosenPlan } from '#app/checkout/plan-choice.server.ts'
import { offeredConsents } from '#app/contact/consents.server.ts'
import { sendEnquiry } from '#app/contact/enquiry.server.ts'
import { ARTICLES_PER_PAGE, pageCount } from '#app/content/article-pages.ts'
import type { Content } from '#app/content/content.server.ts'
import type { Block, Page } from '#app/content/types.ts'
import { callContext, pageOf, senderOf } from '#app/forms/call-context.server.ts'
import { type FormContext, isNativePost, readForm } from '#app/forms/form-post.server.ts'
import { notFound } from '#app/layout/not-found.server.ts'
import { HTML_HEADERS, robotsHeader } from '#app/layout/page-headers.ts'
import { createReview, type ReviewOutcome } from '#app/reviews/create-review.server.ts'

/**
 * Loads the page or policy with this slug. `listPage` is the page of its article list, from 1 on. A page with plan cards
 * shows the visitor's chosen plan, so it varies by cookie. Throws a 404 response if there is no document.
 */
export async function loadContentPage(slug: string, request: Request, context: AppLoadContext, listPage = 1) {
  const { content, shareCards } = context
  if (slug === 'home' && listPage === 1 && new URL(request.url).pathname !== '/') throw redirect('/', 301)
  const first = await content.page(slug)
  const page = first && listPage > 1 ? await withLaterArticles(first, listPage, content) : first
  if (page) {
    const extras = await loadExtras(page, request, context)
    const headers = !hasBlock(page, 'planGrid')
      ? HTML_HEADERS
      : { 'Cache-Control': extras.chosenPlan ? 'private, no-store' : 'no-cache', Vary: 'Cookie' }
    const share = await shareCards.pathOf({ _type: 'page', document: page })
    return data(
      { kind: 'page' as const, page, listPage, extras, share },
      { headers: { ...headers, ...robotsHeader(page.seo) } },
    )
  }
  const policy = listPage === 1 ? await content.policy(slug) : null
  if (policy) {
    const share = await shareCards.pathOf({ _type: 'policy', document: policy })
    return data(
      { kind: 'policy' as const, policy, share },
      { headers: { ...HTML_HEADERS, ...robotsHeader(policy.seo) } },
    )
  }
  throw await notFound(request, context)
}

/** Replaces the articles of a page's list by those of a later list page. Returns null beyond the last one. */
async function withLaterArticles(page: Page, listPage: number, content: Content): Promise<Page | null> {
  const list = page.blocks?.find((block) => block._type === 'articleList')
  if (!list || listPage > pageCount(list.total)) return null
  const end = (listPage - 1) * ARTICLES_PER_PAGE
  const articles = (await content.laterArticles()).slice(end - ARTICLES_PER_PAGE, end)
  const blocks = (page.blocks ?? []).map((block) => (block === list ? { ...list, articles } : block))
  return articles.length > 0 ? { ...page, blocks } : null
}

/** Loads the data that blocks show besides their content. Never waits for the backend. */
async function loadExtras(page: Page, request: Request, { content, reviews }: AppLoadContext) {
  return {
    chosenPlan: hasBlock(page, 'planGrid') ? ((await chosenPlan(request, content))?.slug ?? null) : null,
    consents: hasBlock(page, 'contactForm') ? offeredConsents(await content.settings()) : null,
    reviews: hasBlock(page, 'reviews') ? (reviews.cached()?.onPage ?? null) : null,
  }
}

const hasBlock = (page: Page, type: Block['_type']): boolean =>
  page.blocks?.some(({ _type }) => _type === type) ?? false

/** Handles the enquiry and review forms. They post to their own page, so that they work without JavaScript. */
export async function contentPageAction({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request)
  const { host, log, countBot, consents, reviews } = context
  const call = callContext(request, context)
  const formContext: FormContext = {
    ...call,
    sender: senderOf(request, call.visitor),
    native: isNativePost(request),
    host,
    log,
    countBot,
  }
  switch (form.get('form')) {
    case 'enquiry': {
      const settings = await context.content.settings().catch(() => null)
      const outcome = await sendEnquiry(form, { ...formContext, consents, settings })
      const place = form.get('place')
      if (typeof place === 'string') outcome.place = place
      return data(outcome, { status: outcome.ok ? 200 : outcome.status })
    }
    case 'review': {
      const outcome: ReviewOutcome = await createReview(form, { ...formContext, reviews })
      // A redirect, so that a reload does not post the review again. The page itself says that a review waits.
      if (outcome.ok && formContext.native && !outcome.pending)
        return redirect(`${pageOf(request)}#reviews`, 303)
      return data(outcome, { status: outcome.ok ? 200 : outcome.status })
    }
    default:
      throw data(null, { status: 400, statusText: 'Bad Request' })
  }
}
