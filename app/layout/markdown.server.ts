import type { AppLoadContext } from '@remix-run/node'
import { formatDate } from '#app/blocks/content-date.tsx'
import { articleSource, pageMarkdown } from '#app/blocks/markdown.server.ts'
import type { Content } from '#app/content/content.server.ts'
import { hrefOf } from '#app/content/href.ts'
import {
  bullets,
  heading,
  image,
  line,
  linkTo,
  type MarkdownPage,
  paragraphs,
  richText,
} from '#app/content/markdown.server.ts'
import type { Article, Page, Policy, Seo } from '#app/content/types.ts'
import { respondOr503 } from '#app/content/unavailable.server.ts'
import { followRedirect } from '#app/layout/not-found.server.ts'

type MarkdownDocument = { path: string | undefined; seo: Seo | null; render(page: MarkdownPage): string }

/**
 * Responds with the Markdown form of a document. 404 for an unknown or hidden one, and in a preview, whose drafts are for
 * editors only.
 */
export function markdownResponse(
  request: Request,
  context: AppLoadContext,
  find: (content: Content) => Promise<MarkdownDocument | null>,
): Promise<Response> {
  return respondOr503(context, async () => {
    const document = context.preview ? null : await find(context.content)
    if (!document?.path || document.seo?.noIndex) {
      await followRedirect(request, context)
      return new Response('Not found.\n', {
        status: 404,
        headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' },
      })
    }
    const url = context.siteUrl + document.path
    const text = document.render({ settings: await context.content.settings(), url })
    return new Response(`${text}\n`, {
      headers: {
        'Content-Type': 'text/markdown; charset=utf-8',
        'Cache-Control': 'no-cache',
        // A search result should be the HTML page. `canonical` tells everybody else which address to cite.
        'X-Robots-Tag': 'noindex',
        Link: `<${url}>; rel="canonical"`,
      },
    })
  })
}

/** The Markdown form of a page or policy. */
export async function contentPageMarkdown(content: Content, slug: string): Promise<MarkdownDocument | null> {
  const page = await content.page(slug)
  if (page) {
    const { seo } = page
    const whole = await withAllArticles(page, content)
    return { path: hrefOf({ _type: 'page', slug }), seo, render: (place) => pageMarkdown(whole, place) }
  }
  const policy = await content.policy(slug)
  if (!policy) return null
  const path = hrefOf({ _type: 'policy', slug })
  return { path, seo: policy.seo, render: (place) => policyMarkdown(policy, place) }
}

/** The Markdown form of an article. */
export async function articleMarkdown(content: Content, slug: string): Promise<MarkdownDocument | null> {
  const article = await content.article(slug)
  const path = hrefOf({ _type: 'article', slug })
  return article && { path, seo: article.seo, render: (place) => renderArticle(article, place) }
}

/** Lists all articles on one page: Markdown has no pages 2, 3, … of a list. */
async function withAllArticles(page: Page, content: Content): Promise<Page> {
  const isLong = page.blocks?.some(
    (block) => block._type === 'articleList' && block.total > block.articles.length,
  )
  if (!isLong) return page
  const later = await content.laterArticles()
  const blocks = page.blocks!.map((block) =>
    block._type === 'articleList' ? { ...block, articles: [...block.articles, ...later] } : block,
  )
  return { ...page, blocks }
}

function policyMarkdown({ title, effectiveDate, intro, sections, versions }: Policy, page: MarkdownPage) {
  const labels = page.settings.interfaceWords
  const earlier = versions.filter(({ address }) => address)
  return paragraphs(
    heading(1, title, page),
    effectiveDate && `${labels?.inForceFrom} ${line(formatDate(effectiveDate), page)}`,
    richText(intro, page),
    ...(sections ?? []).flatMap((section, index) => [
      `## ${index + 1} ${line(section.title, page)}`.trim(),
      richText(section.body, page),
    ]),
    earlier.length > 0 && heading(2, labels?.earlierVersions, page),
    bullets(
      earlier.map((version) =>
        linkTo(
          `${page.url}/${version.address}`,
          line(version.effectiveDate ? formatDate(version.effectiveDate) : version.address, page),
          page,
        ),
      ),
    ),
  )
}

const renderArticle = (article: Article, page: MarkdownPage): string =>
  paragraphs(
    heading(1, article.title, page),
    line(article.description, page),
    articleSource(article, page),
    image(article.picture, page),
    richText(article.body, page),
  )
