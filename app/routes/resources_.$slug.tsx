import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { EditableDocument } from '#app/content/click-to-edit.tsx'
import { hrefOf } from '#app/content/href.ts'
import { useSettings } from '#app/content/settings.tsx'
import { ArticlePage } from '#app/layout/article-page.tsx'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { MissingArticle } from '#app/layout/missing-article.tsx'
import { followRedirect, loadSuggestions } from '#app/layout/not-found.server.ts'
import { HTML_HEADERS, loaderHeaders, robotsHeader } from '#app/layout/page-headers.ts'
import { Suggestions } from '#app/search/suggestions.tsx'
import { articleJsonLd } from '#app/seo/json-ld.ts'
import { documentMeta, siteOf } from '#app/seo/meta.ts'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const article = await context.content.article(params.slug ?? '')
  if (!article) {
    await followRedirect(request, context)
    const suggestions = await loadSuggestions(request, context)
    return data({ article, share: null, suggestions }, { status: 404, headers: HTML_HEADERS })
  }
  const share = await context.shareCards.pathOf({ _type: 'article', document: article })
  return data({ article, share }, { headers: { ...HTML_HEADERS, ...robotsHeader(article.seo) } })
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const site = siteOf(matches)
  if (!site) return []
  if (!data?.article)
    return documentMeta({ title: site.settings.interfaceWords?.notFoundHeading ?? null, seo: null }, site)
  const { article, share } = data
  const path = hrefOf({ _type: 'article', slug: article.slug }) ?? '/'
  return documentMeta(article, site, { path, share, type: 'article', jsonLd: articleJsonLd(article, site) })
}

export const headers = loaderHeaders
export const handle = CACHEABLE

export default function ArticleRoute() {
  const loaded = useLoaderData<typeof loader>()
  const { interfaceWords } = useSettings()
  if (loaded.article)
    return (
      <EditableDocument source={{ id: loaded.article._id, type: 'article' }}>
        <ArticlePage article={loaded.article} />
      </EditableDocument>
    )
  return (
    <>
      <MissingArticle text={interfaceWords?.articleMissing ?? null} />
      <Suggestions {...loaded.suggestions} />
    </>
  )
}

export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
